// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// A pipe whose bytes come from a stream.
public class MadeUpPipe extends Pipe {
    private static final int NONE = -2;

    private final InputStream in;
    private int next = NONE; // the byte that was awaited, or the end

    public MadeUpPipe(InputStream in) {
        this.in = in;
    }

    @Override
    public void await() {
        try {
            if (next == NONE) next = in.read();
        } catch (IOException e) {
            next = -1; // closed
        }
    }

    @Override
    public int available() {
        try {
            return (next >= 0 ? 1 : 0) + in.available();
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public int read(byte[] to, int from, int n) {
        await();
        if (next < 0) return -1;
        to[from] = (byte) next;
        next = NONE;
        try {
            int more = Math.min(in.available(), n - 1);
            return 1 + (more > 0 ? in.read(to, from + 1, more) : 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
