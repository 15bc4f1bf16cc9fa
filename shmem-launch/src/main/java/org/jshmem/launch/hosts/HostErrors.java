// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The standard error of the process on a host and of the command that reaches it. Its lines are kept for a refusal
/// until the host has answered, the last ones of them; from then on they are printed.
final class HostErrors {
    private static final long LAST_MILLIS = 5000;
    private static final int MOST_KEPT = 8;
    private static final int LONGEST = 8 << 10; // characters: a longer line comes in pieces

    private final String host;
    private final Consumer<String> say;
    private final Thread reading;
    private final List<String> kept = new ArrayList<>();
    private boolean answered;
    private boolean closed;

    HostErrors(String host, InputStream errors, Consumer<String> say) {
        this.host = host;
        this.say = say;
        this.reading = Thread.ofVirtual().name("errors of " + host).start(() -> read(errors));
    }

    private void read(InputStream errors) {
        try (var lines = new BufferedReader(new InputStreamReader(errors, StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int c = lines.read(); c >= 0; c = lines.read()) {
                boolean end = c == '\n';
                if (!end && c != '\r') line.append((char) c);
                if (end || line.length() == LONGEST) takeAll(line);
            }
            if (!line.isEmpty()) takeAll(line);
        } catch (IOException e) {
            // the end of the stream
        }
    }

    private void takeAll(StringBuilder line) {
        if (line.indexOf("WARNING: Using incubator modules") != 0) take(line.toString());
        line.setLength(0);
    }

    private synchronized void take(String line) {
        if (closed) return;
        if (answered) say.accept(host + ": " + line);
        else kept.add(line);
        if (kept.size() > MOST_KEPT) kept.removeFirst(); // the reason is in the last lines, a banner in the first
    }

    /// Prints the kept lines, since the host has answered; later lines are printed at once.
    synchronized void answered() {
        answered = true;
        for (String line : kept) say.accept(host + ": " + line);
        kept.clear();
    }

    synchronized boolean hasAnswered() {
        return answered;
    }

    synchronized void close() {
        closed = true;
    }

    /// The kept lines in one line, for a refusal. With `last` it waits for the lines before the end of the stream.
    String kept(boolean last) {
        try {
            if (last) reading.join(LAST_MILLIS); // a process that ssh started may hold the stream open
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            return kept.isEmpty() ? "" : ": " + String.join(" / ", kept);
        }
    }
}
