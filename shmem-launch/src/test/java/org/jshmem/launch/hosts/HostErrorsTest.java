// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The launcher holds a bounded part of what a host writes to its standard error.
class HostErrorsTest {
    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void linesAreKeptForARefusalWithoutTheJvmsWarning() {
        var errors = new HostErrors(
                "b", text("ssh: banner\r\nWARNING: Using incubator modules: x\nno route to \u00e4ther"), said::add);
        assertEquals(": ssh: banner / no route to \u00e4ther", errors.kept(true));
        assertEquals(List.of(), said);
    }

    /// Such as a binary file: 100 million bytes without an end of a line.
    @Test
    void aLineWithoutEndComesInPieces() throws InterruptedException {
        long[] left = {100_000_000};
        var errors = new HostErrors(
                "b",
                new InputStream() {
                    @Override
                    public int read() {
                        return left[0]-- > 0 ? 'x' : -1;
                    }

                    @Override
                    public int read(byte[] to, int from, int length) {
                        int n = (int) Math.min(length, left[0]);
                        for (int i = 0; i < n; i++) to[from + i] = 'x';
                        left[0] -= n;
                        return n == 0 ? -1 : n;
                    }
                },
                said::add);
        String kept = errors.kept(true);
        assertTrue(kept.length() < 100_000, () -> kept.length() + " characters are kept");
        assertEquals("x", kept.substring(kept.length() - 1));
    }
}
