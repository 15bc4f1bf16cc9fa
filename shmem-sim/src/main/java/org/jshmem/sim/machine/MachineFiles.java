// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.calibration.Calibration;
import org.jshmem.sim.cost.Machine;

/// Access to machines by name or by file.
public final class MachineFiles {
    /// The first character of files that some editors write.
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private MachineFiles() {}

    /// Whether a value of `--machine` names a file.
    public static boolean isFile(String name) {
        return name.endsWith(".json") || name.indexOf('/') >= 0;
    }

    /// The machine for a value of `--machine`: a known machine, or the machine of a file.
    public static Machine named(String name) {
        return isFile(name) ? read(name) : Machine.named(name);
    }

    /// The text of the machine file for a value of `--machine`.
    public static String text(String name) {
        return isFile(name) ? content(name) : Machine.provider(name).text(name);
    }

    /// The machine of a file, which may be a calibration. The message of an `IllegalArgumentException` has the line of
    /// the error.
    public static Machine read(String file) {
        String text = content(file);
        try {
            return CalibratedMachine.machine(Calibration.parse(text));
        } catch (IllegalArgumentException e) {
            return MachineFile.read(file, text, Machine::named); // not a calibration
        }
    }

    private static String content(String file) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            String folder = path.isAbsolute() ? "" : " in " + Path.of("").toAbsolutePath();
            throw new IllegalArgumentException(
                    "machine file %s does not exist%s; give another file, or one of %s; 'oshrun machine --check FILE' checks a file"
                            .formatted(file, folder, String.join(", ", Machine.names())));
        }
        try {
            String text = Files.readString(path);
            boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
            return marked ? text.substring(1) : text;
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
