// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.calibration.Calibrations;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibratedMachineTest {
    private static final Machine ROUND = CalibratedMachine.machine(Calibrations.round());

    private static long nanos(int npes, Consumer<SimTransport> byPe0) {
        try (Simulation sim = new Simulation(JobSpec.of(ROUND, npes, 1 << 22))) {
            sim.runOrThrow(t -> {
                if (t.pe() == 0) byPe0.accept(t);
            });
            return sim.picos() / 1000;
        }
    }

    private static void put(SimTransport t, long bytes) {
        t.channel().copy(1, 0, 0, 0, bytes);
    }

    @Test
    void aCopyIsPricedByTheLevelThatItFitsIn() {
        long first = 7 + 128 * 20 + 400 - 100; // eq. 2 without the receiver's read: o, q, R_R
        assertEquals(first, nanos(2, t -> put(t, 8 << 10)));
        assertEquals(first + 7 + 128 * 2, nanos(2, t -> {
            put(t, 8 << 10);
            put(t, 8 << 10);
        }));
        long large = 7 + 2048 * 20 + 400 - 100;
        assertEquals(large + 7 + 2048 * (2 + 3), nanos(2, t -> {
            put(t, 128 << 10);
            put(t, 128 << 10);
        }));
    }

    /// A calibration of another host is a machine too.
    @Test
    void aCalibrationIsAMachineFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("host.json"), Calibrations.round().json());
        assertEquals(ROUND.parameters(), MachineFiles.read(file.toString()).parameters());
    }

    private static String refusal(CalibratedMachine machine) {
        return assertThrows(IllegalArgumentException.class, machine::machine).getMessage();
    }

    /// A calibration of an older release does not keep other machines from running.
    @Test
    void aCalibrationThatLacksAParameterIsAbsent() {
        Calibration all = Calibrations.round();
        Calibration less = new Calibration(
                all.cpu(),
                all.cores(),
                all.jdk(),
                all.date(),
                all.parameters().stream().filter(p -> !p.symbol().equals("R_I")).toList(),
                all.unmeasured());
        var lacking = new CalibratedMachine(new CalibrationFile(Path.of("x"), less, ""));
        assertEquals(
                "machine calibrated cannot be simulated: the calibration:7: R_I is missing: fetch of a line that no"
                        + " core's own cache holds, in ns; oshrun calibrate makes a new one",
                refusal(lacking));
    }

    @Test
    void withoutACalibrationTheMachineSaysHowToGetIt() {
        var none = new CalibratedMachine(new CalibrationFile(Path.of("/home/me/calibration.json"), null, ""));
        assertEquals(
                "machine calibrated needs a calibration of this host, and there is no /home/me/calibration.json; run"
                        + " oshrun calibrate",
                refusal(none));
        var off = new CalibratedMachine(new CalibrationFile(null, null, ""));
        assertEquals("machine calibrated needs a calibration, and JSHMEM_CALIBRATION is off", refusal(off));
        var damaged = new CalibratedMachine(new CalibrationFile(Path.of("x"), null, "calibration x ignored: damaged"));
        assertEquals("machine calibrated cannot be simulated: calibration x ignored: damaged", refusal(damaged));
    }
}
