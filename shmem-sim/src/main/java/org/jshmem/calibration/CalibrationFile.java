// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.KernelFile;

/// The file of a user's calibration, and its content if the calibration is of this host.
///
/// @param path the path of the file; null if the user wants none
/// @param calibration the content; null if the file is absent, damaged or of another host
/// @param trouble the reason in one line if an existing file is not used, otherwise empty
public record CalibrationFile(Path path, Calibration calibration, String trouble) {
    /// Environment variable with the file, or `off` for none.
    public static final String VARIABLE = Environment.CALIBRATION_VARIABLE;

    private static final long MOST_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> FOREIGN =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /// Finds the file that an environment selects.
    public static CalibrationFile find(Map<String, String> environment) {
        Path path = path(environment);
        if (path == null || !Files.exists(path)) return new CalibrationFile(path, null, "");
        String why = "others may write to it";
        try {
            if (Files.getPosixFilePermissions(path).stream().noneMatch(FOREIGN::contains)) {
                if (Files.size(path) > MOST_BYTES) throw new IllegalArgumentException("the file is larger than 1 MiB");
                Calibration found = Calibration.parse(Files.readString(path));
                why = foreign(found);
                if (why.isEmpty()) return new CalibrationFile(path, found, "");
            }
            why += "; oshrun calibrate makes a new one";
        } catch (CharacterCodingException | IllegalArgumentException | UnsupportedOperationException e) {
            why = "damaged, " + e.getMessage() + "; oshrun calibrate makes a new one";
        } catch (IOException e) {
            String cause = e instanceof AccessDeniedException ? "by this user" : "(" + e.getMessage() + ")";
            why = "it cannot be read %s; make it readable, or set %s to off".formatted(cause, VARIABLE);
        }
        return new CalibrationFile(path, null, "calibration %s ignored: %s".formatted(path, why));
    }

    /// The path of the file: the value of the variable, else a path in the user's folder of settings; null for none.
    private static Path path(Map<String, String> environment) {
        String given = environment.get(VARIABLE);
        if (given != null) return given.equals("off") ? null : Path.of(given);
        String settings = environment.get("XDG_CONFIG_HOME");
        Path folder = settings != null && Path.of(settings).isAbsolute()
                ? Path.of(settings)
                : Path.of(System.getProperty("user.home"), ".config");
        return folder.resolve("jshmem").resolve("calibration.json");
    }

    private static String foreign(Calibration found) {
        String cpu = KernelFile.processor();
        int cores = Runtime.getRuntime().availableProcessors();
        if (!found.cpu().equals(cpu)) return "it is of '" + found.cpu() + "', this is '" + cpu + "'";
        return found.cores() == cores ? "" : "it is of " + found.cores() + " cores, here are " + cores;
    }

    /// Writes a calibration atomically, with access for its user alone.
    public void write(Calibration made) throws IOException {
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder, mine);
        Path fresh = Files.createTempFile(folder, "calibration", ".json"); // private to the user, by its contract
        try {
            Files.writeString(fresh, made.json());
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
