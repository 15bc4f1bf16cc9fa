// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A cable between two network namespaces that delays packets, loses some of them, and carries a limited number of bits
/// a second. It needs `/dev/net/tun` and the right to use it, and no queueing discipline of the kernel.
final class SlowCable implements AutoCloseable {
    private static final Path TUN = Path.of("/dev/net/tun");
    private static final long TUNSETIFF = 0x400454caL;
    private static final short PACKETS_ALONE = 0x1001; // IFF_TUN, IFF_NO_PI
    private static final int MOST_WAITING = 1000; // a longer queue drops packets, as in a switch

    private final long delayNanos;
    private final double loss;
    private final double nanosForByte;
    private final AtomicLong lost = new AtomicLong();
    private final RandomAccessFile[] ends = new RandomAccessFile[2];

    /// A packet and the time of its arrival.
    private record Packet(byte[] bytes, long due) {}

    /// Whether this process can make one.
    static boolean isPossible() {
        return Files.isWritable(TUN);
    }

    /// Joins namespaces `a`, which gets the address `aIp`, and `b`. Loses a share `loss` of all packets.
    SlowCable(String a, String aIp, String b, String bIp, long delayNanos, double loss, double bitsPerSecond)
            throws Exception {
        this.delayNanos = delayNanos;
        this.loss = loss;
        this.nanosForByte = 8e9 / bitsPerSecond;
        ends[0] = end(a, aIp, bIp);
        ends[1] = end(b, bIp, aIp);
        for (int k = 0; k < 2; k++) carry(ends[k], ends[1 - k], new Random(k));
    }

    private static RandomAccessFile end(String host, String ip, String peer) throws Exception {
        String device = host + "t";
        var end = new RandomAccessFile(TUN.toFile(), "rw");
        attach(end, device);
        assertTrue(TwoHosts.ip("link", "set", device, "netns", host));
        assertTrue(TwoHosts.ip("-n", host, "addr", "add", ip, "peer", peer, "dev", device));
        assertTrue(TwoHosts.ip("-n", host, "link", "set", device, "up"));
        return end;
    }

    /// Makes the descriptor that has no device yet the other side of a new one.
    @SuppressWarnings("restricted") // a test that calls the kernel
    private static void attach(RandomAccessFile end, String device) throws Exception {
        var linker = Linker.nativeLinker();
        var ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
                Linker.Option.firstVariadicArg(2));
        try (Arena arena = Arena.ofConfined();
                Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            int descriptor = open.filter(SlowCable::isTun)
                    .map(path -> path.getFileName().toString())
                    .filter(SlowCable::isUnattached)
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElseThrow();
            MemorySegment request = arena.allocate(40, 8); // struct ifreq: name, flags
            MemorySegment.copy(
                    device.getBytes(StandardCharsets.US_ASCII), 0, request, ValueLayout.JAVA_BYTE, 0, device.length());
            request.set(ValueLayout.JAVA_SHORT, 16, PACKETS_ALONE);
            int status = (int) ioctl.invokeExact(descriptor, TUNSETIFF, request.address());
            if (status != 0) throw new IOException("no network device " + device);
        } catch (Throwable t) {
            end.close();
            throw new IOException(t);
        }
    }

    private static boolean isTun(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).equals(TUN);
        } catch (IOException e) {
            return false; // closed in the meantime
        }
    }

    /// The numbers do not show it: the kernel gives the lowest that is free.
    private static boolean isUnattached(String descriptor) {
        try {
            return Files.readString(Path.of("/proc/self/fdinfo", descriptor)).contains("iff:\t\n");
        } catch (IOException e) {
            return false; // closed in the meantime
        }
    }

    private void carry(RandomAccessFile from, RandomAccessFile to, Random random) {
        var way = new LinkedBlockingQueue<Packet>(MOST_WAITING);
        start(from, () -> {
            byte[] bytes = new byte[1 << 16];
            long free = System.nanoTime(); // the time at which the last packet has left
            while (true) {
                int count = from.read(bytes);
                if (random.nextDouble() < loss) {
                    lost.incrementAndGet();
                    continue;
                }
                free = Math.max(free, System.nanoTime()) + (long) (nanosForByte * count);
                boolean unused = way.offer(new Packet(Arrays.copyOf(bytes, count), free + delayNanos));
            }
        });
        start(to, () -> {
            while (true) {
                Packet packet = way.take();
                for (long left = 1; left > 0; left = packet.due - System.nanoTime()) LockSupport.parkNanos(left);
                try {
                    to.write(packet.bytes);
                } catch (IOException e) {
                    // the device is down: the packet is lost
                }
            }
        });
    }

    /// The number of packets that it has lost on purpose.
    long lost() {
        return lost.get();
    }

    private interface Body {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Closeable end, Body body) {
        Thread.ofPlatform().daemon().name("cable " + end).start(() -> {
            try {
                body.run();
            } catch (IOException | InterruptedException e) {
                // the cable is closed
            }
        });
    }

    @Override
    public void close() throws IOException {
        for (RandomAccessFile end : ends) end.close();
    }
}
