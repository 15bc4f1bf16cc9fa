// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/// Random inputs, of each of which comes a result, or a refusal of one line. `-Dfuzz.runs=N` for more of them,
/// `-Dfuzz.seed` for others.
@Timeout(3600)
@Tag(Samples.TAG)
public abstract class Fuzz {
    private static final long SEED = Long.getLong("fuzz.seed", 20261121);

    /// The inputs of each test.
    protected final int runs;

    protected final SplittableRandom random = new SplittableRandom(SEED);

    protected Fuzz(int few, int all) {
        runs = Integer.getInteger("fuzz.runs", Samples.of(few, all));
    }

    /// Something that is given a text, and may refuse it.
    @FunctionalInterface
    protected interface Reader {
        void read() throws Exception;
    }

    /// Has an input read. An exception has to be one of the project's own, with one line.
    protected static void check(int run, String input, Reader reader) {
        String where = "seed %d, run %d: %s".formatted(SEED, run, input);
        try {
            reader.read();
        } catch (Exception e) {
            StackTraceElement[] trace = e.getStackTrace();
            boolean refuses = e instanceof IllegalArgumentException || e instanceof IOException;
            String from = refuses && trace.length > 0
                    ? trace[0].getClassName()
                    : e.getClass().getName();
            if (!from.startsWith("org.jshmem.")) fail(where, e);
            String said =
                    String.valueOf(e.getMessage()).replaceAll("'[^']*'", "''"); // a user's text is quoted as it is
            assertTrue(!said.isBlank(), () -> where + ": no reason");
            assertEquals(1, said.lines().count(), () -> where + ": more than a line: " + said);
        } catch (Throwable e) {
            fail(where, e);
        }
    }

    /// One of these.
    protected final <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /// A text in which somebody has been writing some of these letters.
    protected final String damaged(String right, String letters) {
        var text = new StringBuilder(right);
        for (int n = random.nextInt(4); n >= 0; n--) {
            int at = random.nextInt(text.length());
            char c = letters.charAt(random.nextInt(letters.length()));
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                case 2 -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(200))));
                default -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(40)));
            }
        }
        return text.toString();
    }
}
