// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.os.Refused;

/// A file for `java @FILE`, with which another launcher, such as `mpirun`, starts a PE as `oshrun` would.
public final class ArgumentFile {
    /// The refusal of a file that an option names.
    public static final String UNWRITTEN =
            "%s '%s' cannot be written, %s; give a name in a folder that exists and can be written";

    private ArgumentFile() {}

    /// Writes the file, and returns the command that uses it.
    public static String write(String name, List<String> command) {
        List<String> lines = new ArrayList<>();
        int options = command.indexOf(PeCommand.CLASS_PATH); // the words behind them are the program's
        for (int k = 1; k < command.size(); k++) {
            String word = command.get(k);
            if (k < options && word.startsWith(PeCommand.NUMBERS)) continue; // the other launcher gives them
            boolean numbered = k < options && word.contains(PeCommand.PE);
            Refused.when(
                    numbered, "--argfile: '%s' has the number of a PE, and the file is for all PEs; remove it", word);
            lines.add(quoted(word));
        }
        try {
            Path file = Files.write(Path.of(name), lines).toAbsolutePath().normalize();
            return forShell(command.getFirst()) + " " + forShell("@" + file);
        } catch (NoSuchFileException e) {
            throw new Refused("--argfile '%s': its folder does not exist; make the folder, or give another name", name);
        } catch (IOException e) {
            throw new Refused(UNWRITTEN, "--argfile", name, e.getMessage());
        }
    }

    /// A word as a shell reads it.
    public static String forShell(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// A word as `java` reads it from such a file.
    static String quoted(String word) {
        String escaped = word.replaceAll("[\\\\\"]", "\\\\$0");
        return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"';
    }
}
