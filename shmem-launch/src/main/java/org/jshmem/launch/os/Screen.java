// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.util.List;
import org.jshmem.shm.system.SystemCalls;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// The place where a view of several frames is drawn: a terminal, which shows each frame where the one before was and
/// passes single keys on, or a file or a terminal without such abilities, which gets frames below each other.
public final class Screen implements AutoCloseable {
    private static final long GET_MODES = 0x5401; // TCGETS, into the kernel's struct termios
    private static final long SET_MODES = 0x5402;
    private static final long GET_SIZE = 0x5413; // TIOCGWINSZ: rows and columns, two bytes each
    private static final int MODES_BYTES = 64;
    private static final int LOCAL_MODES = 12;
    private static final int LINES_AND_ECHO = 2 | 8; // ICANON, ECHO
    private static final int TENTHS_OF_A_READ = 17 + 5; // VTIME; VMIN, the least number of keys, follows

    private final PrintStream out;
    private final boolean redraws;
    private final boolean colours;

    private boolean closed;

    /// Whether keys arrive.
    public final boolean keys;

    private final long before = Arena.global().allocate(MODES_BYTES, 8).address();
    private final long words = Arena.global().allocate(MODES_BYTES, 8).address();
    private final InputStream in = new FileInputStream(FileDescriptor.in);

    /// `once` is whether one frame is all.
    public Screen(PrintStream out, boolean once) {
        this.out = out;
        String kind = System.getenv().getOrDefault("TERM", "");
        boolean able = control(1, GET_MODES, words) && !kind.equals("dumb") && !kind.isEmpty();
        colours = able && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
        redraws = able && !once;
        keys = redraws && control(0, GET_MODES, before);
        if (redraws) out.print("\033[?1049h\033[?25l"); // the other screen, no cursor
        Signals.onSignal(signal -> {
            if (signal == Signals.USR1 || signal == Signals.USR2) return;
            close();
            SystemCalls.exit(128 + signal);
        });
    }

    private static boolean control(int stream, long request, long address) {
        return (int) CFunction.named("ioctl").call(stream, request, address, 0, 0, 0) == 0;
    }

    /// The number of lines and of columns now, which the user may change; 24 and 80 if they are not known.
    public int[] size() {
        int size = control(1, GET_SIZE, words) ? Memory.getInt(words) : 0;
        return size == 0 ? new int[] {24, 80} : new int[] {size & 0xffff, size >>> 16};
    }

    /// Draws a frame. A line that begins with a tab is drawn bright, and without the tab.
    public void show(List<String> lines) {
        String text = String.join(redraws ? "\033[K\r\n" : "\n", lines) + (redraws ? "\033[K\033[J" : "\n");
        text = text.replaceAll("\t(.*)", colours ? "\033[1;33m$1\033[0m" : "$1");
        out.print(redraws ? "\033[H" + text : text);
        out.flush();
    }

    /// Waits for a second, or until a key is pressed. Returns the key, or -1.
    public int key() throws IOException, InterruptedException {
        if (!keys) {
            out.println();
            Thread.sleep(1000);
            return -1;
        }
        passKeys(); // each time: a shell changes the modes when this process stops and continues
        return in.read();
    }

    private synchronized void passKeys() {
        if (closed) return;
        for (int k = 0; k < MODES_BYTES; k += Long.BYTES) Memory.setLong(words + k, Memory.getLong(before + k));
        Memory.setInt(words + LOCAL_MODES, Memory.getInt(words + LOCAL_MODES) & ~LINES_AND_ECHO);
        Memory.setByte(words + TENTHS_OF_A_READ, (byte) 10);
        Memory.setByte(words + TENTHS_OF_A_READ + 1, (byte) 0);
        control(0, SET_MODES, words);
    }

    /// Gives the terminal back as it was.
    @Override
    public synchronized void close() {
        closed = true; // a signal closes it while another thread draws
        if (keys) control(0, SET_MODES, before);
        if (redraws) out.print("\033[?1049l\033[?25h");
        out.flush();
    }
}
