// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.host;

import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineProvider;
import org.jshmem.sim.model.Parameter;
import org.jshmem.sim.model.Parameter.Role;

/// The machine `host`: there where a calibration of this host is.
public final class HostMachines implements MachineProvider {
    private static final String NAME = "host";

    private static final List<Named> PRICES = List.of(
            new Named("cores", "cores, one PE each: as many of this kind as are asked for"),
            new Named("line", "cache line"),
            new Named("L1", "data cache of a core"),
            new Named("L2", "second-level cache of a core"),
            new Named("clock", "the unit of prices in cycles"),
            new Named("R_L", "load or owned store of a line in the own cache"),
            new Named("R_R", "fetch of a line from another core's cache"),
            new Named("R_I", "fetch of a line that no core's own cache holds"),
            new Named("sd_L", "spread of R_L, used with a seed"),
            new Named("sd_R", "spread of R_R, used with a seed"),
            new Named("sd_I", "spread of R_I, used with a seed"),
            new Named("c", "each further reader of a line"),
            new Named("o_E", "copy from another core's cache: each line"),
            new Named("q_E", "copy from another core's cache: start-up"),
            new Named("p_E", "copy from another core's cache: start-up saved in short copies"),
            new Named("o_I", "copy from behind the cores' own caches: each line"),
            new Named("q_I", "copy from behind the cores' own caches: start-up"),
            new Named("p_I", "copy from behind the cores' own caches: start-up saved in short copies"),
            new Named("l_o", "copy within the first-level cache: each line"),
            new Named("l_2", "copy within the second-level cache: each line, beside l_o"),
            new Named("invalidate", "store: each further sharer"),
            new Named("locked", "surcharge of an atomic operation"),
            new Named("fence", "a fence"),
            new Named("t_put", "library call of a put"),
            new Named("t_quiet", "library call of a quiet"),
            new Named("t_get", "library call of a get"),
            new Named("t_ptr", "direct access, and any other stretch over memory"),
            new Named("B_copy", "bandwidth of all cores together behind their own caches"),
            new Named("chunk", "what a core asks of the memory server at once"));

    private final CalibrationFile file;

    /// A number that the machine needs.
    private record Named(String symbol, String meaning) {}

    /// For the service loader: the user's own calibration.
    public HostMachines() {
        this(CalibrationFile.find(System.getenv()));
    }

    HostMachines(CalibrationFile file) {
        this.file = file;
    }

    @Override
    public List<Machine> machines() {
        return file.calibration() == null ? List.of() : List.of(machine(file.calibration()));
    }

    @Override
    public Map<String, String> absent() {
        if (file.calibration() != null) return Map.of();
        if (!file.trouble().isEmpty()) return Map.of(NAME, "machine host cannot be simulated: " + file.trouble());
        return Map.of(
                NAME,
                file.path() == null
                        ? "machine host needs a calibration, and " + CalibrationFile.VARIABLE + " is off"
                        : "machine host needs a calibration of this host, and there is no " + file.path()
                                + "; run oshrun calibrate");
    }

    /// The machine that a calibration describes.
    static Machine machine(Calibration made) {
        return new Machine(
                NAME,
                made.cpu() + ", as calibrated on " + made.date(),
                PRICES.stream().map(each -> parameter(made, each)).toList(),
                new Host());
    }

    private static Parameter parameter(Calibration made, Named named) {
        Calibration.Parameter p = made.parameter(named.symbol)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the calibration has no " + named.symbol + ", " + named.meaning + "; run oshrun calibrate"));
        return new Parameter(
                p.symbol(), p.value(), p.unit(), p.measured() ? Role.CAL : Role.ASSUMED, p.source(), named.meaning);
    }
}
