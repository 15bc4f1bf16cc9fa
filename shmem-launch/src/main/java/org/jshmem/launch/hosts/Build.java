// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.system.Refused;

/// The properties of a host's installation that have to be equal on all hosts, by name.
final class Build {
    private Build() {}

    static Map<String, String> own() {
        Map<String, String> own = new LinkedHashMap<>();
        own.put("architecture", System.getProperty("os.arch"));
        own.put("byte order", ByteOrder.nativeOrder().toString());
        own.put("JDK", Runtime.version().toString());
        own.put("build of jshmem", jars());
        return own;
    }

    static void checkSame(RemoteHost first, RemoteHost other) throws IOException {
        Map<String, String> expected = first.hello().build();
        other.hello().build().forEach((name, value) -> {
            if (value.equals(expected.get(name))) return;
            throw new Refused("host %s and host %s differ in %s (%s, %s); all hosts need the same"
                    .formatted(first.name(), other.name(), name, expected.get(name), value));
        });
    }

    /// A number that changes with the content of jshmem's own jars.
    private static String jars() {
        List<String> sums = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            try {
                if (entry.contains("shmem-")) sums.add(path.getFileName() + ProgramFiles.sum(path));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Integer.toHexString(sums.hashCode());
    }
}
