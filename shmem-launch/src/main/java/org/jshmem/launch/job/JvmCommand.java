// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.launch.os.Refused;

/// The command of a JVM with PEs.
///
/// @param jvm the program `java` and its flags
/// @param path the entries of the class path
/// @param main the main class
/// @param arguments the arguments of the main class
public record JvmCommand(List<String> jvm, List<String> path, String main, List<String> arguments) {
    /// Stands in a flag for the number of the PE; for that of the first PE if several share the JVM.
    public static final String PE = "{pe}";

    /// The refusal of a file that an option names.
    public static final String UNWRITTEN =
            "%s '%s' cannot be written, %s; give a name in a folder that exists and can be written";

    /// The words of the command for the JVM with `count` PEs from `first` on, with more flags. `jps -v`, `jcmd` and
    /// `ps` show the numbers of these PEs.
    public List<String> words(List<String> more, int first, int count) {
        List<String> words = new ArrayList<>(jvm);
        words.add("-Djshmem.number=" + (count == 1 ? "" + first : first + "-" + (first + count - 1)));
        words.addAll(more);
        words.replaceAll(word -> word.replace(PE, Integer.toString(first)));
        words.addAll(program());
        return words;
    }

    /// The words after the flags.
    private List<String> program() {
        List<String> words = new ArrayList<>(List.of("-cp", String.join(File.pathSeparator, path), main));
        words.addAll(arguments);
        return words;
    }

    /// Writes the command of a PE to a file for `java @FILE`, with which another launcher, such as `mpirun`, starts a
    /// PE as `oshrun` would. Returns the command that uses the file.
    public String toFile(String name) {
        List<String> words = new ArrayList<>(jvm.subList(1, jvm.size()));
        String one = "--argfile: '%s' has the number of a PE, and the file is for all PEs; remove it";
        for (String flag : words) Refused.when(flag.contains(PE), one, flag);
        words.addAll(program());
        try {
            Path file = Files.write(
                    Path.of(name), words.stream().map(JvmCommand::quoted).toList());
            return forShell(jvm.getFirst()) + " "
                    + forShell("@" + file.toAbsolutePath().normalize());
        } catch (NoSuchFileException e) {
            throw new Refused("--argfile '%s': its folder does not exist; make the folder, or give another name", name);
        } catch (IOException e) {
            throw new Refused(UNWRITTEN, "--argfile", name, e.getMessage());
        }
    }

    /// A word as a shell reads it.
    private static String forShell(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /// A word as `java` reads it from such a file.
    private static String quoted(String word) {
        String escaped = word.replaceAll("[\\\\\"]", "\\\\$0");
        return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"';
    }
}
