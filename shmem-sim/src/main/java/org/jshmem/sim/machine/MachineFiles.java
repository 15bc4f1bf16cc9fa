// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.sim.cost.Machine;

/// Access to machines by name or by file. The sources in the files of built-in machines abbreviate papers by letters.
///
/// R is Ramos & Hoefler, HPDC 2013; N is Namashivayam et al., 2014; PUB-1 is J. McCalpin's STREAM table of 5 December
/// 2013; the guide is Intel's developer's guide. P is Petrović et al., SPAA 2012; K is Kohler et al., 2012. H and C are
/// this project's own measurements of two hosts and of collectives.
public final class MachineFiles {
    private static final List<String> NAMES = List.of(CalibrationFile.NAME, "cluster", "knc", "knc-se10p", "scc");

    private MachineFiles() {}

    /// The names of all machines, including the one without its prerequisite.
    public static List<String> names() {
        return NAMES;
    }

    /// Whether the machine with a name can be simulated: it is known and lacks no prerequisite.
    public static boolean isPresent(String name) {
        try {
            return named(name) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// Whether a value of `--machine` names a file.
    public static boolean isFile(String name) {
        return name.endsWith(".json") || name.indexOf('/') >= 0;
    }

    /// The machine for a value of `--machine`: a known machine, or the machine of a file. The exception for an unknown
    /// name lists the known names; that for a machine without its prerequisite has the remedy.
    public static Machine named(String name) {
        return isFile(name) ? read(name) : known(name);
    }

    /// The text of the machine file for a value of `--machine`.
    public static String text(String name) {
        if (!name.equals(CalibrationFile.NAME)) return isFile(name) ? content(name) : knownText(name);
        CalibrationFile own = CalibrationFile.find(System.getenv());
        own.calibrated();
        return content(own.path().toString());
    }

    static Machine known(String name) {
        if (name.equals(CalibrationFile.NAME))
            return CalibrationFile.find(System.getenv()).calibrated();
        return MachineFile.read(name + ".json", knownText(name), MachineFiles::known);
    }

    private static String knownText(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("machine '%s' is unknown; use one of %s%s"
                    .formatted(name, String.join(", ", NAMES), Machine.nearest(name, NAMES)));
        }
        try (InputStream in = MachineFiles.class.getResourceAsStream(name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The machine of a file. The message of an `IllegalArgumentException` has the line of the error.
    public static Machine read(String file) {
        return MachineFile.read(file, content(file), MachineFiles::known);
    }

    static String content(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            String folder = path.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath();
            throw new IllegalArgumentException(
                    "machine file %s does not exist%s; give another file, or one of %s; 'oshrun machine --check FILE' checks a file"
                            .formatted(file, folder, String.join(", ", NAMES)));
        }
        try {
            return Files.readString(path).replaceFirst("^\ufeff", ""); // some editors write this mark
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "machine file %s is not text in UTF-8; convert it, or give another file".formatted(file), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "machine file %s cannot be read, %s; give a JSON file"
                            .formatted(file, Files.isReadable(path) ? e.getMessage() : "this user may not"),
                    e);
        }
    }
}
