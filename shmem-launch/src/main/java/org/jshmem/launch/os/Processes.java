// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The start of processes, whose output comes through pipes. A `Process` of the JDK takes 14 ms of a launcher's start,
/// and throws away what a process writes to a pipe that outlives it.
public final class Processes {
    private static final int STACK_BYTES = 1 << 16;
    private static final byte[] INHERITED = inherited();

    static {
        Spawn.keepStatuses();
    }

    private Processes() {}

    /// Starts a process. Its standard input is that of this process or `/dev/null`; each of its other streams is a
    /// pipe, or that of this process. The calling thread becomes its parent.
    public static ChildProcess start(ProcessBuilder command) throws IOException {
        List<String> words = new ArrayList<>(command.command());
        if (command.directory() != null)
            words.addAll(0, List.of("env", "-C", command.directory().getPath()));
        List<Redirect> outputs = List.of(command.redirectOutput(), command.redirectError());
        int[] given = {command.redirectInput() == Redirect.INHERIT ? 0 : Spawn.NOTHING, 1, 2};
        List<Integer> theirs = new ArrayList<>();
        InputStream[] ours = {InputStream.nullInputStream(), InputStream.nullInputStream()};
        try {
            for (int k = 0; k < ours.length; k++) {
                if (outputs.get(k) == Redirect.INHERIT) continue;
                given[k + 1] = Spawn.NOTHING;
                if (outputs.get(k) != Redirect.PIPE) continue;
                int[] pipe = Spawn.pipe();
                given[k + 1] = pipe[1];
                theirs.add(pipe[1]);
                theirs.add(pipe[0]);
                ours[k] = new FileInputStream("/proc/self/fd/" + pipe[0]);
            }
            int pid = Spawn.start(words, environment(command.environment(), INHERITED), given);
            var process = new ChildProcess(pid, ours[0], ours[1]);
            Thread.ofPlatform()
                    .daemon()
                    .name("end of " + pid)
                    .stackSize(STACK_BYTES)
                    .start(process::reap);
            return process;
        } catch (IOException e) {
            for (InputStream each : ours) each.close();
            throw new IOException("Cannot run program \"%s\": %s".formatted(words.getFirst(), e.getMessage()));
        } finally {
            theirs.forEach(Spawn::close);
        }
    }

    /// Whether a command of this name can be started.
    public static boolean isOnPath(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    private static byte[] inherited() {
        try {
            return Files.readAllBytes(Path.of("/proc/self/environ"));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /// The variables as `NAME=value` in bytes. A variable with the same value in `inherited` is passed on as it came,
    /// also if it is not text of the locale's charset.
    static List<byte[]> environment(Map<String, String> variables, byte[] inherited) {
        List<byte[]> block = new ArrayList<>();
        Map<String, String> others = new HashMap<>(variables);
        for (String raw : new String(inherited, StandardCharsets.ISO_8859_1).split("\0")) { // each byte a character
            byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
            String[] text = new String(bytes, Spawn.CHARSET).split("=", 2);
            if (text.length == 2 && others.remove(text[0], text[1])) block.add(bytes);
        }
        others.forEach((name, value) -> block.add((name + "=" + value).getBytes(Spawn.CHARSET)));
        return block;
    }
}
