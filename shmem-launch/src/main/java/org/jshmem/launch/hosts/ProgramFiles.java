// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jshmem.launch.program.PeProgram;

/// The program's files on the launcher's host: every other host needs equal files at the same paths.
///
/// @param folder folder in which PEs run
/// @param files class path entries and class files of the program, each with a checksum; empty for a folder
public record ProgramFiles(Path folder, Map<String, String> files) {
    /// Lists the files of a program that PEs run in this folder. Other hosts need not have entries that do not
    /// exist here.
    public static ProgramFiles of(PeProgram target, Path folder) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (String entry : target.classPath()) {
            Path path = folder.resolve(entry);
            if (!Files.exists(path)) continue;
            files.put(entry, sum(path));
            for (String name : target.classFiles()) {
                Path file = Path.of(entry, name);
                if (Files.isRegularFile(folder.resolve(file))) files.put(file.toString(), sum(folder.resolve(file)));
            }
        }
        return new ProgramFiles(folder, files);
    }

    /// The size and a checksum of a file; empty for a folder.
    static String sum(Path path) throws IOException {
        if (!Files.isRegularFile(path)) return "";
        byte[] bytes = Files.readAllBytes(path);
        var sum = new CRC32();
        sum.update(bytes);
        return "%d bytes, CRC %x".formatted(bytes.length, sum.getValue());
    }

    /// The first difference between this host's files and these, with its remedy; empty if all are equal.
    String difference() throws IOException {
        if (!Files.isDirectory(folder)) {
            return "directory %s, in which PEs run, does not exist on this host; create it, or start oshrun elsewhere"
                    .formatted(folder);
        }
        for (var file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            if (!Files.exists(path)) {
                return "class path entry %s does not exist on this host; copy the program there (a .java file is compiled on the launcher's host alone: compile it by javac -cp $(oshrun classpath))"
                        .formatted(file.getKey());
            }
            String own = sum(path);
            if (!own.equals(file.getValue())) {
                return "%s on this host (%s) differs from that of the launcher's host (%s); copy the program to all hosts"
                        .formatted(file.getKey(), own, file.getValue());
            }
        }
        return "";
    }
}
