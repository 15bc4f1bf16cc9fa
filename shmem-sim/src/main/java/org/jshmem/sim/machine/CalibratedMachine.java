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
    private final Machine machine; // null without a usable calibration
    private final String trouble;

    /// For the service loader: the user's own calibration.
    public CalibratedMachine() {
        this(CalibrationFile.find(System.getenv()));
    }

    CalibratedMachine(CalibrationFile file) {
        this.file = file;
        Machine found = null;
        String refused = file.trouble();
        try {
            if (file.calibration() != null) found = machine(file.calibration());
        } catch (IllegalArgumentException e) {
            refused = e.getMessage() + "; oshrun calibrate makes a new one";
        }
        machine = found;
        trouble = refused;
    }

    @Override
    public List<String> names() {
        return machine == null ? List.of() : List.of(NAME);
    }

    @Override
    public Machine machine(String name) {
        return machine;
    }

    @Override
    public String text(String name) {
        return file.calibration().json();
    }

    @Override
    public Map<String, String> absent() {
        if (machine != null) return Map.of();
        if (!trouble.isEmpty()) return Map.of(NAME, "machine " + NAME + " cannot be simulated: " + trouble);
        return Map.of(
                NAME,
                file.path() == null
                        ? "machine " + NAME + " needs a calibration, and " + CalibrationFile.VARIABLE + " is off"
                        : "machine " + NAME + " needs a calibration of this host, and there is no " + file.path()
                                + "; run oshrun calibrate");
    }

    /// The machine that a calibration describes.
    static Machine machine(Calibration made) {
        return MachineFile.read("the calibration", made.json(), Machine::named);
    }
}
