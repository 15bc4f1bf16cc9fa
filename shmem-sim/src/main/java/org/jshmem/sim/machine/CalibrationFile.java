// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.sim.machine.MachineFile.MachineText;
import org.jshmem.sim.machine.MachineFile.ParameterText;
import org.jshmem.sim.machine.MachineFile.VariationText;

/// A user's calibration: the file of the machine `calibrated`, which `oshrun calibrate` writes, and its content if that
/// is this host.
///
/// @param path the path of the file; null if the user wants none
/// @param machine the content; null if the file is absent, damaged or of another host
/// @param trouble the reason in one line if there is no machine, otherwise empty
public record CalibrationFile(Path path, Machine machine, String trouble) {
    /// Environment variable with the file, or `off` for none.
    public static final String VARIABLE = Environment.CALIBRATION_VARIABLE;

    static final String NAME = "calibrated";

    private static final long MOST_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> FOREIGN =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /// The guessed c halved and doubled, and first reads that block their line.
    private static final List<VariationText> VARIATIONS = List.of(
            new VariationText("c/2", Map.of("c", "*0.5"), null),
            new VariationText("c*2", Map.of("c", "*2"), null),
            new VariationText("arbitration", null, List.of("read-sharing")));

    /// Finds the file that an environment selects.
    public static CalibrationFile find(Map<String, String> environment) {
        Path path = path(environment);
        if (path == null) return new CalibrationFile(null, null, "needs a calibration, and " + VARIABLE + " is off");
        if (!Files.exists(path)) {
            String none = "needs a calibration of this host, and there is no %s; run oshrun calibrate";
            return new CalibrationFile(path, null, none.formatted(path));
        }
        String why = "others may write to it";
        try {
            if (Files.getPosixFilePermissions(path).stream().noneMatch(FOREIGN::contains)) {
                if (Files.size(path) > MOST_BYTES) throw new IllegalArgumentException("the file is larger than 1 MiB");
                String text = MachineFiles.content(path.toString());
                Machine found = MachineFile.read(path.toString(), text, CalibrationFile::none);
                if (found.title().startsWith(host())) return new CalibrationFile(path, found, "");
                why = "it is of '%s', this is '%s'".formatted(found.title(), host());
            }
        } catch (IllegalArgumentException | UnsupportedOperationException | IOException e) {
            why = e.getMessage();
        }
        String ignored = "cannot be simulated: calibration %s ignored: %s; oshrun calibrate makes a new one";
        return new CalibrationFile(path, null, ignored.formatted(path, why.replaceAll("\\p{Cntrl}", " ")));
    }

    /// Another machine would end a calibration that is like itself in a stack overflow.
    private static Machine none(String like) {
        throw new IllegalArgumentException("a calibration is like no other machine; leave \"like\" out");
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

    private static String host() {
        return "%s, %d cores, "
                .formatted(KernelFile.processor(), Runtime.getRuntime().availableProcessors());
    }

    /// The machine. The exception for a machine that is not there has the remedy.
    public Machine calibrated() {
        if (machine == null) throw new IllegalArgumentException("machine " + NAME + " " + trouble);
        return machine;
    }

    /// Writes a machine file of this host atomically, with access for its user alone: coherent memory and out-of-order
    /// cores, which take those of the parameters that they need.
    public void write(String date, List<Parameter> measured) throws IOException {
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path folder = path.toAbsolutePath().getParent();
        Files.createDirectories(folder, mine);
        Path fresh = Files.createTempFile(folder, "calibration", ".json"); // private to the user, by its contract
        try {
            Files.writeString(fresh, text(host() + "as calibrated on " + date, measured));
            Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /// A machine file.
    static String text(String title, List<Parameter> measured) {
        List<ParameterText> parameters = new ArrayList<>();
        for (Symbol symbol :
                MachineFile.architecture("coherent", "out-of-order").symbols()) {
            measured.stream()
                    .filter(p -> p.symbol().equals(symbol.name()))
                    .map(p -> new ParameterText(
                            p.symbol(), p.value(), symbol.unit(), p.role().name(), p.source()))
                    .forEach(parameters::add);
        }
        return JsonFile.text(new MachineText(
                MachineFile.KIND, NAME, title, null, "coherent", "out-of-order", parameters, VARIATIONS));
    }
}
