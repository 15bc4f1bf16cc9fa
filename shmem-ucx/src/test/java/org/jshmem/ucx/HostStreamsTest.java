// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jshmem.PeerFailedException;
import org.junit.jupiter.api.Test;

/// A host that does not answer is lost after `--host-timeout`, and a pause of the process that waits is not the host's.
class HostStreamsTest {
    /// More than a pause that counts as one: no delay of this process alone is as long as the host may be silent.
    private static final long SILENCE_NANOS = 600_000_000;

    private HostStreams streams;

    /// Waits for an answer; `progress` is each look at the wire, and `sleep` what happens between two.
    private void await(BooleanSupplier progress, Runnable sleep) {
        var list = List.of(new Hosts.Host("a", 1, new byte[0]), new Hosts.Host("b", 1, new byte[0]));
        var hosts = new Hosts(1, 2, SILENCE_NANOS, Wiring.UCX, list, new int[] {0, 1}, new int[] {0, 1});
        streams = new HostStreams(
                0, hosts, () -> {}, receiver -> wire(progress, sleep), (from, header, data, bytes) -> {});
        HostStream stream;
        try (var _ = streams.acquire()) {
            stream = streams.to(1);
            streams.askToTell(stream);
        }
        try {
            streams.await(stream, stream.told);
        } finally {
            streams.close();
        }
    }

    private static Wire wire(BooleanSupplier progress, Runnable sleep) {
        return (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (p, m, args) -> {
            if (m.getName().equals("sleep")) sleep.run();
            return switch (m.getName()) {
                case "progress" -> progress.getAsBoolean();
                case "connect", "send", "flush" -> 0L;
                case "isSent", "isBroken" -> false;
                default -> null;
            };
        });
    }

    @Test
    void aSilentHostIsLostAfterTheHostTimeoutAndNoSooner() {
        long start = System.nanoTime();
        var lost = assertThrows(PeerFailedException.class, () -> await(() -> false, () -> pause(1)));
        assertTrue(System.nanoTime() - start > SILENCE_NANOS, lost::getMessage);
        assertEquals(
                "PE 0/2: host b (PE 1) is lost: no answer for 1 s (--host-timeout); check the network between hosts a and"
                        + " b, and the lines of host b above",
                lost.getMessage());
    }

    /// As under Ctrl-Z and `fg`: the answer is there, and the first look after the pause does not find it yet.
    @Test
    void aPauseOfThisProcessIsNotTheSilenceOfTheOtherHost() {
        int[] looksAfter = {-1};
        await(
                () -> {
                    if (looksAfter[0] < 0 || looksAfter[0]++ < 1) return false;
                    streams.done(streams.all[1], streams.all[1].told);
                    return true;
                },
                () -> {
                    if (looksAfter[0] >= 0) return;
                    pause(2 * SILENCE_NANOS / 1_000_000);
                    looksAfter[0] = 0;
                });
    }

    /// Streams to two other hosts; each message to b has a number, and `isSent` answers for it. Messages to c leave at
    /// once.
    private static HostStreams toTwo(LongPredicate isSent) {
        var list = Stream.of("a", "b", "c")
                .map(name -> new Hosts.Host(name, 1, name.getBytes(StandardCharsets.US_ASCII)))
                .toList();
        int[] each = {0, 1, 2};
        var hosts = new Hosts(1, 2, SILENCE_NANOS, Wiring.UCX, list, each, each);
        long[] numbers = {0};
        return new HostStreams(
                0,
                hosts,
                () -> {},
                receiver -> (Wire) Proxy.newProxyInstance(
                        Wire.class.getClassLoader(), new Class<?>[] {Wire.class}, (p, m, args) -> switch (m.getName()) {
                            case "connect" -> (long) ((byte[]) args[0])[0];
                            case "send" -> (long) args[0] == 'b' ? ++numbers[0] : 0L;
                            case "flush" -> 0L;
                            case "isSent" -> isSent.test((long) args[0]);
                            case "progress", "isBroken" -> false;
                            default -> null;
                        }),
                (from, header, data, bytes) -> {});
    }

    private static void store(HostStreams streams, int host) {
        try (var _ = streams.acquire()) {
            HostStream stream = streams.to(host);
            long block = streams.blocks.take();
            Message.head(block, Message.STORE, 8, 0, host, 0);
            streams.sendOneWay(stream, block, 0, 0, true);
            streams.wrote(new Marks(3), stream, false);
        }
    }

    /// UCX has freed a message that it has reported as sent.
    @Test
    void aSentMessageIsNotAskedForAgainAfterAnotherOneHasBroken() {
        List<Long> asked = new ArrayList<>();
        try (HostStreams broken = toTwo(number -> {
            asked.add(number);
            if (number == 1) return true;
            throw new Wire.BrokenException("Connection reset by remote peer");
        })) {
            for (int k = 0; k < 2; k++) {
                var lost = assertThrows(PeerFailedException.class, () -> store(broken, 1));
                assertTrue(lost.getMessage().contains("host b (PE 1) is lost: Connection reset"), lost::getMessage);
            }
        }
        assertEquals(List.of(1L, 2L, 3L), asked);
    }

    @Test
    void aHostThatTakesNothingHoldsUpNoMessageToAnother() {
        try (HostStreams half = toTwo(number -> false)) {
            var lost = assertThrows(PeerFailedException.class, () -> store(half, 1));
            assertTrue(lost.getMessage().contains("host b (PE 1) is lost: no answer"), lost::getMessage);
            store(half, 2);
        }
    }

    /// Without a limit neither end would read while a PE sends questions, and the memory of both would grow.
    @Test
    void aQuestionWaitsWhileTooManyAreOpen() {
        try (HostStreams streams = toTwo(number -> true);
                var _ = streams.acquire()) {
            HostStream b = streams.to(1);
            for (int k = 0; k < HostStreams.MOST_OPEN; k++) streams.open(b);
            streams.open(streams.to(2));
            var lost = assertThrows(PeerFailedException.class, () -> streams.open(b));
            assertTrue(lost.getMessage().contains("host b (PE 1) is lost: no answer"), lost::getMessage);
            b.open--;
            streams.open(b);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
