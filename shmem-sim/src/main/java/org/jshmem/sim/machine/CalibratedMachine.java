// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Parameter.Role;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.sim.machine.MachineFile.MachineText;
import org.jshmem.sim.machine.MachineFile.ParameterText;
import org.jshmem.sim.machine.MachineFile.VariationText;

/// The machine `calibrated`: this host, available if a calibration of the host exists.
record CalibratedMachine(CalibrationFile file) {
    static final String NAME = "calibrated";

    /// The guessed c halved and doubled, and first reads that block their line.
    private static final List<VariationText> VARIATIONS = List.of(
            new VariationText("c/2", Map.of("c", "*0.5"), null),
            new VariationText("c*2", Map.of("c", "*2"), null),
            new VariationText("arbitration", null, List.of("read-sharing")));

    /// That of the user's own calibration.
    CalibratedMachine() {
        this(CalibrationFile.find(System.getenv()));
    }

    Machine machine() {
        Calibration made = calibration();
        try {
            return machine(made);
        } catch (IllegalArgumentException e) {
            throw absent("cannot be simulated: " + e.getMessage() + "; oshrun calibrate makes a new one");
        }
    }

    String text() {
        return text(calibration());
    }

    private Calibration calibration() {
        if (file.calibration() != null) return file.calibration();
        if (!file.trouble().isEmpty()) throw absent("cannot be simulated: " + file.trouble());
        if (file.path() == null) throw absent("needs a calibration, and " + CalibrationFile.VARIABLE + " is off");
        throw absent(
                "needs a calibration of this host, and there is no %s; run oshrun calibrate".formatted(file.path()));
    }

    private static IllegalArgumentException absent(String why) {
        return new IllegalArgumentException("machine " + NAME + " " + why);
    }

    /// The machine that a calibration describes.
    static Machine machine(Calibration made) {
        return MachineFile.read("the calibration", text(made), MachineFiles::known);
    }

    /// The machine file that a calibration gives: coherent memory, out-of-order cores.
    private static String text(Calibration made) {
        List<ParameterText> parameters = new ArrayList<>();
        for (Symbol symbol :
                MachineFile.architecture("coherent", "out-of-order").symbols()) {
            made.parameter(symbol.name()).ifPresent(p -> {
                Role role = p.measured() ? Role.CAL : Role.ASSUMED;
                parameters.add(new ParameterText(symbol.name(), p.value(), symbol.unit(), role.name(), p.source()));
            });
        }
        String title = made.cpu() + ", as calibrated on " + made.date();
        return JsonFile.text(new MachineText(
                MachineFile.KIND, NAME, title, null, "coherent", "out-of-order", parameters, VARIATIONS));
    }
}
