// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jshmem.contract.Samples;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.PeStart;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final byte[] BYTES = {1, 0, -1};

    /// One of each kind.
    private static List<Frame> all() {
        var interfaces = new Interfaces(
                "stack",
                List.of(
                        new Interfaces.Address(InetAddress.ofLiteral("10.1.0.1"), 24),
                        new Interfaces.Address(InetAddress.ofLiteral("fd00::1"), 64)));
        var start = new PeStart(
                3, 2, 8, 1, new CoreBinding("core", true), List.of("java", "", "\u00e4"), Map.of("A", "b=c"));
        var program = new ProgramFiles(Path.of("/a b"), Map.of("x.jar", "3 bytes", "classes", ""));
        var shape = new Shape(4, 1L << 40, 2, 3, 4);
        return List.of(
                new Frame.Hello(Map.of("JDK", "25"), 2, "1.15", "", interfaces),
                new Frame.Ready("no room", BYTES),
                new Frame.Started(1, 4711, ""),
                new Frame.Output(1, true, BYTES),
                new Frame.Ended(1, 137),
                new Frame.Slot(1, Long.MIN_VALUE, BYTES),
                new Frame.Piece(1, 1L << 33, BYTES),
                new Frame.Event(2, 1, "waits"),
                new Frame.Lost(1, "it does not answer"),
                new Frame.InputTaken(17),
                new Frame.Recorded(1, 64, BYTES),
                new Frame.Collected(""),
                new Frame.SetUp(
                        shape, Path.of("/dev/shm"), "hosts", 1, InetAddress.getLoopbackAddress(), 5, 6, program),
                new Frame.AllHosts("text"),
                Frame.Start.of(List.of(start, start.like(5, 3, 2))),
                new Frame.Input(new byte[0]),
                new Frame.OutputTaken(1, false, 16384),
                new Frame.Signal(1, 10),
                new Frame.Up(BYTES),
                new Frame.Reported(),
                new Frame.Collect(),
                new Frame.Ending(Abort.FAILED, 1, 3),
                new Frame.Alive());
    }

    private static byte[] written(List<Frame> frames) {
        var bytes = new ByteArrayOutputStream();
        var writer = new Frames.Writer(bytes);
        frames.forEach(writer::send);
        return bytes.toByteArray();
    }

    private static List<Frame> read(byte[] bytes) throws IOException {
        List<Frame> frames = new ArrayList<>();
        var reader = new Frames.Reader(new ByteArrayInputStream(bytes));
        for (Frame frame = reader.next(); frame != null; frame = reader.next()) frames.add(frame);
        return frames;
    }

    @Test
    void eachKindArrivesAsItWasSent() throws IOException {
        Set<Class<?>> kinds = new HashSet<>();
        for (Frame frame : all()) kinds.add(frame.getClass());
        assertEquals(Set.of(Frame.class.getPermittedSubclasses()), kinds, "one of each kind");
        byte[] bytes = written(all());
        List<Frame> frames = read(bytes);
        assertEquals(all().size(), frames.size());
        assertArrayEquals(bytes, written(frames));
        assertEquals(all().get(14), frames.get(14));
        assertArrayEquals(
                BYTES, assertInstanceOf(Frame.Output.class, frames.get(3)).bytes());
    }

    @Test
    void whatALoginShellPrintsFirstIsSkipped() throws IOException {
        String noise = "Welcome\njshmem-jshmem-host-1\n";
        var reader = new Frames.Reader(new ByteArrayInputStream((noise + Frames.GREETING).getBytes()));
        assertTrue(reader.greeted());
        assertNull(reader.next());
    }

    @Test
    void whatIsNoFrameIsRefusedWithItsKind() {
        byte[] text = "2026-11-23 00:00:00\n".getBytes();
        assertEquals(
                "a frame of kind 50 with 808597037 bytes is none of this build",
                assertThrows(IOException.class, () -> read(text)).getMessage());
        byte[] damaged = written(List.of(new Frame.Event(2, 1, "waits")));
        damaged[16] = 100; // the length of the text
        assertEquals(
                "17 bytes are not a frame Event",
                assertThrows(IOException.class, () -> read(damaged)).getMessage());
    }

    /// Any bytes are frames, or are refused; nothing else is thrown, and no length takes memory that is not there.
    @Test
    void damagedFramesAreReadOrRefused() {
        var random = new SplittableRandom(20261123);
        byte[] image = written(all());
        for (int run = 0; run < Samples.of(2_000, 50_000); run++) {
            byte[] bytes = image.clone();
            for (int n = 1 + random.nextInt(6); n > 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(random.nextBoolean() ? 3 : 256);
            }
            try {
                written(read(bytes));
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("frame"), e::getMessage);
            } catch (Throwable e) {
                fail("run " + run, e);
            }
        }
    }
}
