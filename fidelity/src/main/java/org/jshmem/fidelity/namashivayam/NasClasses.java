// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Target;
import org.jshmem.nas.is.Is;
import org.jshmem.nas.sp.Sp;
import org.jshmem.sim.model.Machine;

/// The NAS kernels of Namashivayam et al. at their published sizes: classes A, B and C with all their keys and cells.
///
/// The runs take gigabytes and many minutes, so they are a board of their own.
public final class NasClasses implements Paper {
    private static final long HEAP = 256 << 20;

    /// For the service loader.
    public NasClasses() {}

    @Override
    public String title() {
        return "N: Namashivayam et al., 2014, NAS classes A, B and C";
    }

    @Override
    public String key() {
        return "N-classes";
    }

    @Override
    public boolean isUsual() {
        return false;
    }

    @Override
    public boolean isSimulated() {
        return true;
    }

    @Override
    public Machine machine() {
        return Machine.named("knc-se10p");
    }

    @Override
    public List<Target> targets() {
        return Target.read(NasClasses.class, "classes.csv");
    }

    /// Returns experiments that run once: a held row's runs without each mechanism would take hours.
    @Override
    public List<Experiment> experiments() {
        return List.of(
                once("N-40/A", m -> sort(m, "A", 16, 32, 64)),
                once("N-40/B", m -> sort(m, "B", 32, 64)),
                once("N-40/C", m -> sort(m, "C", 32, 64)),
                once("N-41", NasClasses::reductions),
                once("N-42", NasClasses::solver));
    }

    private interface Run {
        Map<String, Double> on(Machine m);
    }

    private static Experiment once(String name, Run run) {
        return new Experiment(name, false, Experiment.ONCE, false, (m, seed) -> run.on(m));
    }

    private static Map<String, Double> sort(Machine m, String size, int... pes) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (int npes : pes) {
            double calls = seconds(is(m, size, npes, "putget", "rd"));
            double saving = Namashivayam.saving(calls, seconds(is(m, size, npes, "ptr", "rd")));
            values.put("N-40/" + size + (npes == 64 ? "" : "/" + npes), saving);
        }
        return values;
    }

    private static Map<String, Double> reductions(Machine m) {
        double usual = reduction(is(m, "C", 64, "putget", "flat"));
        Map<String, Double> values = new LinkedHashMap<>();
        for (String algorithm : new String[] {"rd", "rsag"}) {
            double at64 = reduction(is(m, "C", 64, "ptr", algorithm));
            values.put("N-41/" + algorithm, Namashivayam.saving(usual, at64));
            values.put("N-41/" + algorithm + "/drop", reduction(is(m, "C", 128, "ptr", algorithm)) / at64);
        }
        return values;
    }

    private static Map<String, String> is(Machine m, String size, int npes, String access, String reduction) {
        return program(m, npes, Is::main, size, 10, access, "--reduction", reduction, "--order", "paper");
    }

    private static Map<String, Double> solver(Machine m) {
        Map<String, Double> values = new LinkedHashMap<>();
        double large = 0;
        for (String size : new String[] {"A", "B", "C"}) {
            large = seconds(sp(m, 64, size, "ptr"));
            values.put("N-42/" + size, Namashivayam.saving(seconds(sp(m, 64, size, "putget")), large));
        }
        values.put("N-42/order", values.get("N-42/A") / values.get("N-42/C"));
        values.put("N-42/scales", seconds(sp(m, 16, "C", "ptr")) / large);
        return values;
    }

    private static Map<String, String> sp(Machine m, int npes, String size, String access) {
        int steps = size.equals("C") ? 2 : 10; // every step does the same work
        return program(m, npes, Sp::main, size, steps, access);
    }

    private static Map<String, String> program(
            Machine m, int npes, Printed.Main main, String size, int iterations, String access, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "--class",
                size,
                "--warmup",
                "1",
                "--iterations",
                Integer.toString(iterations),
                "--no-progress",
                "--format",
                "csv",
                "--access",
                access));
        args.addAll(List.of(more));
        return Printed.csv(m, npes, HEAP, main, args.toArray(String[]::new)).getLast();
    }

    private static double seconds(Map<String, String> printed) {
        return number(printed, "seconds");
    }

    private static double reduction(Map<String, String> printed) {
        return number(printed, "reduction_seconds");
    }

    private static double number(Map<String, String> printed, String column) {
        return Double.parseDouble(printed.get(column));
    }
}
