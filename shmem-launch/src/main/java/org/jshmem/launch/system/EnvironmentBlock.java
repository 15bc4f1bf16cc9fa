// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.shm.Spawn;

/// The variables of a process in bytes. A variable that this process has inherited is passed on as it came,
/// also if it is not text of the locale's charset.
final class EnvironmentBlock {
    private static final byte[] INHERITED = inherited();

    private EnvironmentBlock() {}

    private static byte[] inherited() {
        try {
            return Files.readAllBytes(Path.of("/proc/self/environ"));
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /// The variables as `NAME=value`.
    static List<byte[]> of(Map<String, String> variables) {
        return of(variables, INHERITED);
    }

    /// The variables, those with the same value in `inherited` as they are there.
    static List<byte[]> of(Map<String, String> variables, byte[] inherited) {
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
