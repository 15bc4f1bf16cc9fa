// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.machine.Machine;

/// The targets N-.. that whole programs have to meet: STREAM, IS and SP, run as they are in virtual time.
final class ProgramTargets {
    private static final String STREAM = "org.jshmem.microbench.Stream";
    private static final String IS = "org.jshmem.nas.Is";
    private static final String SP = "org.jshmem.nas.Sp";
    private static final long HEAP = 64 << 20;

    private final Machine machine;
    private final List<Row> rows = new ArrayList<>();

    ProgramTargets(Machine machine) {
        this.machine = machine;
    }

    List<Row> rows() {
        if (Programs.exists(STREAM)) stream();
        else rows.add(Row.missing("N-23", "FIT", "STREAM on 2 PEs", "20..60", "x"));
        if (Programs.exists(IS)) sort();
        else rows.add(Row.missing("N-40", "HELD", "IS", "gain beyond 32 PEs", "%"));
        if (Programs.exists(SP)) solver();
        else rows.add(Row.missing("N-42", "HELD", "SP", "up to 17", "%"));
        return rows;
    }

    private void stream() {
        double before = triad("scalar", "default");
        double after = triad("vector", "flat-ptr");
        rows.add(Row.between(
                "N-23",
                "FIT",
                "STREAM triad, 2 PEs: vectors and flat tree by ptr over scalar and put/get",
                20,
                60,
                "x",
                Band.exactly(after / before)));
    }

    private double triad(String kernel, String reduction) {
        List<Map<String, String>> printed = Programs.csv(
                machine,
                2,
                HEAP,
                STREAM,
                "--elements",
                "1m",
                "--block",
                "64k",
                "--passes",
                "2",
                "--no-floors",
                "--format",
                "csv",
                "--kernel",
                kernel,
                "--reduction",
                reduction);
        return Double.parseDouble(printed.getLast().get("mb_per_s"));
    }

    private void sort() {
        for (int npes : new int[] {16, 32, 64}) {
            Band band = Band.exactly(saving(is(npes, "putget", "rd"), is(npes, "ptr", "rd")));
            String what = "IS class A, " + npes + " PEs: time that ptr saves";
            if (npes <= 32) rows.add(Row.atMost("N-40", "HELD", what, 1, "%", band));
            else rows.add(Row.between("N-40", "HELD", what, 1, 13, "%", band));
        }
        double flat = reductions(64, "putget", "flat");
        for (String name : new String[] {"rd", "rsag"}) {
            rows.add(Row.number(
                    "N-41",
                    "HELD",
                    "IS class A, 64 PEs: reduction time that " + name + " by ptr saves over the flat tree",
                    25,
                    15,
                    "%",
                    Band.exactly(100 * (1 - reductions(64, "ptr", name) / flat))));
        }
    }

    private Map<String, String> is(int npes, String access, String reduction) {
        return Programs.csv(
                        machine,
                        npes,
                        HEAP,
                        IS,
                        "--class",
                        "A",
                        "--warmup",
                        "1",
                        "--iterations",
                        "2",
                        "--no-progress",
                        "--format",
                        "csv",
                        "--access",
                        access,
                        "--reduction",
                        reduction)
                .getLast();
    }

    private double reductions(int npes, String access, String name) {
        return Double.parseDouble(is(npes, access, name).get("reduction_seconds"));
    }

    private void solver() {
        double small = saving(sp("S", "putget"), sp("S", "ptr"));
        double large = saving(sp("W", "putget"), sp("W", "ptr"));
        rows.add(Row.between(
                "N-42", "HELD", "SP class S, 16 PEs: time that ptr saves", 1, 17, "%", Band.exactly(small)));
        rows.add(Row.atLeast(
                "N-42",
                "HELD",
                "SP, 16 PEs: saving of class S over that of class W, whose messages are longer",
                1,
                "x",
                Band.exactly(small / large)));
    }

    private Map<String, String> sp(String size, String access) {
        return Programs.csv(
                        machine,
                        16,
                        HEAP,
                        SP,
                        "--class",
                        size,
                        "--warmup",
                        "1",
                        "--iterations",
                        "2",
                        "--no-progress",
                        "--format",
                        "csv",
                        "--access",
                        access)
                .getLast();
    }

    private static double saving(Map<String, String> putget, Map<String, String> ptr) {
        return 100 * (1 - Double.parseDouble(ptr.get("seconds")) / Double.parseDouble(putget.get("seconds")));
    }
}
