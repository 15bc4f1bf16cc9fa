// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineProvider;
import org.jshmem.sim.cost.Variation;

/// The machine `calibrated`: this host, available if a calibration of the host exists.
public final class CalibratedMachine implements MachineProvider {
    static final String NAME = "calibrated";

    /// The guessed c halved and doubled, and first reads that block their line.
    static final List<Variation> VARIATIONS = List.of(
            new Variation("c/2", Map.of("c", "*0.5"), List.of()),
            new Variation("c*2", Map.of("c", "*2"), List.of()),
            new Variation("arbitration", Map.of(), List.of("read-sharing")));

    private final CalibrationFile file;

    /// For the service loader: the user's own calibration.
    public CalibratedMachine() {
        this(CalibrationFile.find(System.getenv()));
    }

    CalibratedMachine(CalibrationFile file) {
        this.file = file;
    }

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Machine machine(String name) {
        Calibration made = calibration();
        try {
            return machine(made);
        } catch (IllegalArgumentException e) {
            throw absent("cannot be simulated: " + e.getMessage() + "; oshrun calibrate makes a new one");
        }
    }

    @Override
    public String text(String name) {
        return calibration().json();
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
        return MachineFile.read("the calibration", made.json(), Machine::named);
    }
}
