// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.contract.Samples;
import org.jshmem.launch.os.MadeUpPipe;
import org.jshmem.launch.os.MadeUpProcess;
import org.jshmem.launch.os.Pipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Readers that stall and pipes that stay open.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OutputTest {
    private static final long SECOND = 1_000_000_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong time = new AtomicLong(); // of `output`, in nanoseconds
    private final Output output = output(out, err);

    private static final InputStream NONE = InputStream.nullInputStream();

    private Output output(OutputStream out, OutputStream err) {
        var made = new Output(out, err, status -> {});
        made.terminal.clock = time::get;
        return made;
    }

    /// Writes to the pipe of a process, and waits until the bytes have arrived.
    private void write(int pe, OutputStream pipe, String text) throws IOException, InterruptedException {
        pipe.write(text.getBytes());
        pipe.flush();
        while (!output.hasArrived(pe)) Thread.sleep(1);
    }

    /// A process of PE `pe` whose JVM has begun it.
    private MadeUpProcess forward(int pe, boolean shared, InputStream out, InputStream err) {
        var process = new MadeUpProcess(out, err);
        output.forward(pe, shared, process, () -> true);
        return process;
    }

    private void forward(boolean error, InputStream pipe) {
        forward(0, false, error ? NONE : pipe, error ? pipe : NONE);
    }

    private static ByteArrayInputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes());
    }

    /// A standard output that nobody reads until it is let go.
    private static final class Stalled extends OutputStream {
        final CountDownLatch go = new CountDownLatch(1);
        final AtomicLong written = new AtomicLong();

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] bytes, int from, int n) {
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            written.addAndGet(n);
        }
    }

    /// A pipe that always has more, until it is closed.
    private static final class Endless extends Pipe {
        private static final byte[] LINE = "a line of sixteen\n".getBytes();
        private final AtomicLong taken;
        private final AtomicBoolean closed;
        private int at;

        Endless(AtomicLong taken, AtomicBoolean closed) {
            this.taken = taken;
            this.closed = closed;
        }

        @Override
        public void await() {
            // it has more
        }

        @Override
        public int read(byte[] to, int from, int n) {
            if (closed.get()) return -1;
            for (int k = 0; k < n; k++) to[from + k] = LINE[at++ % LINE.length];
            taken.addAndGet(n);
            return n;
        }
    }

    /// Where many PEs write without end to a reader that stalls, the launcher takes no more than it has memory for.
    /// Once the reader reads, nothing of that is lost.
    @Test
    void whatIsHeldOfManyPesIsBounded() throws InterruptedException {
        int pes = Samples.of(200, 1_500);
        var stalled = new Stalled();
        var output = new Output(stalled, stalled, status -> {});
        var taken = new AtomicLong();
        var closed = new AtomicBoolean();
        for (int pe = 0; pe < pes; pe++) {
            var process = new MadeUpProcess(new Endless(taken, closed), new Endless(taken, closed));
            output.forward(pe, false, process, () -> true);
        }
        for (long before = -1; before != taken.get(); Thread.sleep(300)) before = taken.get();
        assertTrue(taken.get() <= 128 << 20, taken + " bytes were taken of " + pes + " PEs");
        assertFalse(output.drained(-1, SECOND / 5)); // where these two are held up, it is for ever
        output.print("a line of the launcher's own");
        closed.set(true);
        stalled.go.countDown();
        while (!output.drained(-1, SECOND)) continue;
        long added = stalled.written.get() - taken.get(); // line ends that PEs left out, and the line
        assertTrue(added >= 0 && added <= 2L * pes + 40, taken + " bytes taken, " + stalled.written + " written");
    }

    /// A program that writes such lines to standard error for hours is not silent until it ends.
    @Test
    void linesOfErrorsThatKeepComingAreNotHeldBack() throws Exception {
        try (var pipe = new PipedOutputStream()) {
            forward(true, new PipedInputStream(pipe));
            for (int lines = 0; lines < 12; lines++) {
                write(0, pipe, "Error norm 1.3e-4\n");
                time.addAndGet(SECOND / 10);
            }
            assertEquals("Error norm 1.3e-4\n".repeat(12), err.toString());
        }
    }

    /// The bytes of standard error are held for 250 ms, so that stack traces stay whole.
    @Test
    void aPesStreamsStayInOrder() throws Exception {
        var both = new ByteArrayOutputStream();
        var output = output(both, both);
        try (var pipe = new PipedOutputStream();
                var errors = new PipedOutputStream()) {
            output.forward(
                    0, false, new MadeUpProcess(new PipedInputStream(pipe), new PipedInputStream(errors)), () -> true);
            for (String line : List.of("1 err\n", "2 out\n", "3 out\n", "4 err\n", "err", "5 out\n")) {
                var stream = line.contains("err") ? errors : pipe;
                stream.write(line.getBytes());
                stream.flush();
                while (!output.hasArrived(0)) Thread.sleep(1);
            }
        }
        while (!both.toString().endsWith("err\n")) Thread.sleep(1); // a line without an end holds up no other
        assertEquals("1 err\n2 out\n3 out\n4 err\n5 out\nerr\n", both.toString());
    }

    @Test
    void theLastWordsOfAKilledPeAreNotLost() throws Exception {
        try (var ofChild = new PipedOutputStream()) { // a child of the PE keeps this pipe open
            MadeUpProcess process = forward(0, false, text("no end"), new PipedInputStream(ofChild));
            write(0, ofChild, "an Exception\n\tat a\n");
            process.end.complete(137);
            time.addAndGet(SECOND);
            assertTrue(output.drained(-1, 60 * SECOND));
            assertEquals("no end\n", out.toString());
            assertEquals("an Exception\n\tat a\n", err.toString());
        }
    }

    /// 64 JVMs cannot start and say the same, and some are ended in the middle of it.
    @Test
    void theWordsOfJvmsThatCannotStartArePrintedOnce() throws InterruptedException {
        String words = "Error occurred during initialization of VM\nCould not reserve enough space\n";
        assertEquals(words, words(true, words, words, words.substring(0, 10), words));
        assertEquals(words + "Another\n", words(true, words, "Another\n", words));
        assertEquals(words + words, words(false, words, words));
        assertEquals("again\nagain\n", words(true, "again\nagain\n"));
    }

    /// On a busy machine the JVMs end long after their words, or their pipes end long after the JVMs, and words come
    /// in pieces.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void wordsThatAnotherJvmHasPrintedAreHeldBack(boolean ended) throws Exception {
        try (var one = new PipedOutputStream();
                var two = new PipedOutputStream()) {
            starting(0, one, ended);
            MadeUpProcess ends = starting(1, two, ended);
            for (String piece : List.of("no\n", "room\n")) {
                write(0, one, piece.substring(0, 1));
                time.addAndGet(2 * SECOND);
                write(0, one, piece.substring(1));
            }
            for (String piece : List.of("no\n", "room\n")) {
                write(1, two, piece);
                time.addAndGet(2 * SECOND);
            }
            assertEquals("no\nroom\n", err.toString());
            ends.end.complete(1);
        }
        assertTrue(output.drained(1, 60 * SECOND));
        assertEquals("no\nroom\n", err.toString());
    }

    /// Else each piece would be compared with all that came before it: 100 MB would take hours.
    @Test
    void onlyTheFirstWordsOfAProgramThatNeverBeginsASessionAreRemembered() throws Exception {
        String line = "x".repeat(99) + "\n";
        var process = new MadeUpProcess(NONE, text(line.repeat(1 << 14)));
        output.forward(0, false, process, () -> false);
        process.end.complete(1);
        assertTrue(output.drained(0, 60 * SECOND));
        assertEquals(line.length() << 14, err.size());
        assertTrue(output.isNew(line), "nothing is compared any more");
    }

    /// A process whose PE has not begun, and which may have ended with the status 1.
    private MadeUpProcess starting(int pe, PipedOutputStream pipe, boolean ended) throws IOException {
        var process = new MadeUpProcess(NONE, new PipedInputStream(pipe));
        if (ended) process.end.complete(1);
        output.forward(pe, false, process, () -> false);
        return process;
    }

    /// The standard error of processes with these words, one after the other.
    private static String words(boolean failed, String... ofProcesses) throws InterruptedException {
        var one = new OutputTest();
        for (int k = 0; k < ofProcesses.length; k++) {
            var process = new MadeUpProcess(NONE, text(ofProcesses[k]));
            one.output.forward(k, false, process, () -> false);
            process.end.complete(failed ? 1 : 0);
            assertTrue(one.output.drained(k, 60 * SECOND));
        }
        return one.err.toString();
    }

    /// A JVM with several PEs tags their lines itself.
    @Test
    void linesOfPesThatShareAJvmAreNotTaggedAgain() throws Exception {
        String text = "[PE 1] one\nJVM\n[PE 2] no end";
        output.into(null, true);
        forward(1, true, text(text), NONE);
        assertTrue(output.drained(-1, 60 * SECOND));
        assertEquals(text + "\n", out.toString());
    }

    /// Two threads end the same line: that of its pipe, and that of a line of the launcher's own.
    @Test
    void aLineIsEndedOnce() throws Exception {
        for (int k = 0; k < 200; k++) {
            var each = new OutputTest();
            var pipe = new PipedOutputStream();
            each.forward(0, true, new PipedInputStream(pipe), NONE);
            pipe.write("no end".getBytes());
            pipe.close();
            each.output.print("a line of the launcher's own");
            assertTrue(each.output.drained(-1, 60 * SECOND));
            assertEquals("no end\n", each.out.toString());
        }
    }

    /// Its lines are written by another thread while its own waits for a PE of another JVM.
    @Test
    void linesThatAnotherThreadHasWrittenAreNotWrittenAgain() throws Exception {
        var prompting = new PipedOutputStream();
        var pipe = new PipedOutputStream();
        forward(1, false, new PipedInputStream(prompting), NONE);
        forward(2, false, new PipedInputStream(pipe), NONE);
        prompt(1, prompting);
        write(2, pipe, "two\nno ");
        output.print("a line of the launcher's own");
        while (err.size() == 0) Thread.sleep(1); // its own thread writes it, and ends the prompt
        pipe.write("end\n".getBytes());
        pipe.close();
        prompting.close();
        assertTrue(output.drained(-1, 60 * SECOND));
        assertEquals("name? \ntwo\nno end\n", out.toString());
    }

    private void prompt(int pe, OutputStream pipe) throws Exception {
        write(pe, pipe, "name? ");
        time.addAndGet(SECOND / 5);
        while (out.size() == 0) Thread.sleep(1);
    }

    /// A PE has ended in a JVM that runs on: neither the rest of a line nor that of a stack trace can come.
    @Test
    void aLineOfTheLaunchersComesAfterAllThatHasArrived() throws Exception {
        try (var pipe = new PipedOutputStream();
                var errors = new PipedOutputStream()) {
            forward(1, true, new PipedInputStream(pipe), new PipedInputStream(errors));
            pipe.write("no end".getBytes());
            pipe.flush();
            errors.write("an Exception\n\tat a line\n".getBytes());
            errors.flush();
            while (!output.hasArrived(1)) Thread.sleep(1);
            output.print("oshrun: PE 1 has failed");
            while (!err.toString().endsWith("failed\n")) Thread.sleep(1);
            assertEquals("no end\n", out.toString());
            assertEquals("an Exception\n\tat a line\noshrun: PE 1 has failed\n", err.toString());
        }
    }

    /// The thread that reads has taken the bytes, and has not noted that it has.
    @Test
    void bytesThatAThreadHasTakenAreOnTheirWay() throws Exception {
        var taken = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var pipe = new MadeUpPipe(text("line\n")) {
            @Override
            public int read(byte[] to, int from, int n) {
                int count = super.read(to, from, n);
                taken.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return count;
            }
        };
        output.forward(1, true, new MadeUpProcess(pipe, new MadeUpPipe(NONE)), () -> true);
        taken.await();
        assertEquals(0, pipe.available());
        assertFalse(output.hasArrived(1));
        go.countDown();
        assertTrue(output.drained(1, 60 * SECOND));
        assertEquals("line\n", out.toString());
    }

    /// A silence before its end means nothing: the thread that reads the last line may be late.
    @Test
    void aPipeThatAChildKeepsOpenIsLeftWhenItsProcessHasEnded() throws IOException, InterruptedException {
        try (var child = new PipedOutputStream();
                var pipe = new PipedInputStream(child)) {
            MadeUpProcess process = forward(0, false, pipe, NONE);
            write(0, child, "all there is\n");
            time.addAndGet(SECOND);
            assertFalse(output.drained(0, SECOND / 50), "its process may write more");
            process.end.complete(0);
            assertFalse(output.drained(0, SECOND / 50), "its last line may be on its way");
            time.addAndGet(SECOND);
            assertTrue(output.drained(0, 60 * SECOND));
            assertEquals("all there is\n", out.toString());
        }
    }

    /// On a busy machine the thread that reads the last line may be late by more than any time.
    @Test
    void bytesThatNobodyHasReadAreNotSilence() throws InterruptedException {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var late = new MadeUpPipe(text("the last line\n")) {
            @Override
            public void await() {
                begun.countDown();
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public int read(byte[] to, int from, int n) {
                super.await();
                return super.read(to, from, n);
            }
        };
        var process = new MadeUpProcess(late, new MadeUpPipe(NONE));
        output.forward(0, false, process, () -> true);
        begun.await();
        process.end.complete(0);
        time.addAndGet(SECOND);
        assertFalse(output.drained(0, SECOND / 50));
        go.countDown();
        assertTrue(output.drained(0, 60 * SECOND));
        assertEquals("the last line\n", out.toString());
    }

    /// After a bug the launcher reads the pipe no more, or writes no more, and a PE that writes into a full pipe
    /// waits for ever: the exception has to come to the handler that ends the launcher.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBugOfAThreadThatForwardsOrWritesIsNotCaught(boolean writes) {
        var bug = new IllegalStateException("a bug");
        var uncaught = new CompletableFuture<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> uncaught.complete(e));
        try {
            var broken = new OutputStream() {
                @Override
                public void write(int b) {
                    throw bug;
                }
            };
            var pipe = new MadeUpPipe(NONE) {
                @Override
                public int read(byte[] to, int from, int n) {
                    throw bug;
                }
            };
            var process = new MadeUpProcess(writes ? new MadeUpPipe(text("a line\n")) : pipe, new MadeUpPipe(NONE));
            new Output(broken, err, status -> {}).forward(0, false, process, () -> true);
            assertEquals(bug, uncaught.join());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }
}
