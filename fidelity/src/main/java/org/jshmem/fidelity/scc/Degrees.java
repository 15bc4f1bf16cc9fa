// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jshmem.sim.model.Machine;

/// The latency of OC-Bcast by degree on meshes of several sizes: by the equations, and simulated.
public final class Degrees {
    private static final int[] DEGREES = {2, 3, 4, 5, 6, 7, 9, 12, 16, 24, 47};
    private static final int[][] MESHES = {{3, 2}, {6, 4}, {8, 6}, {10, 8}};
    private static final int[] LINES = {1, 96};

    private Degrees() {}

    /// Returns a table in Markdown: microseconds until the last core has returned, the least of each row in bold.
    /// Lines under it give the degree that the equations choose and the best one.
    public static String table() {
        StringBuilder text = new StringBuilder("| mesh, cores | lines | |");
        for (int k : DEGREES) text.append(" k = ").append(k).append(" |");
        text.append("\n|-|-|-|").append("-|".repeat(DEGREES.length)).append('\n');
        List<String> chosen = new ArrayList<>();
        for (int[] mesh : MESHES) {
            for (int lines : LINES) rows(mesh, lines, text, chosen);
        }
        text.append('\n');
        chosen.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static void rows(int[] mesh, int lines, StringBuilder text, List<String> chosen) {
        Machine m = Machine.named("scc").with("cols", mesh[0]).with("rows", mesh[1]);
        int cores = m.architecture().cores(m);
        int[] degrees = IntStream.of(DEGREES).filter(k -> k < cores).toArray();
        OcModel model = new OcModel(m);
        double[] predicted = IntStream.of(degrees)
                .mapToDouble(k -> model.latency(k, lines, SccScenes.chunkLines(m)))
                .toArray();
        double[] simulated = IntStream.of(degrees)
                .parallel()
                .mapToDouble(k -> SccScenes.broadcast(m, SccScenes.oc(k), lines))
                .toArray();
        String head = "| %d x %d, %d | %d | ".formatted(mesh[0], mesh[1], cores, lines);
        row(text, head + "equations |", predicted);
        row(text, head + "simulated |", simulated);
        int by = least(predicted);
        int best = least(simulated);
        chosen.add(String.format(
                Locale.ROOT,
                "- %d x %d, %d line%s: the equations choose k = %d, which takes %.1f us; the best is k = %d with %.1f us: %.1f %% lost",
                mesh[0],
                mesh[1],
                lines,
                lines == 1 ? "" : "s",
                degrees[by],
                simulated[by],
                degrees[best],
                simulated[best],
                100 * (simulated[by] / simulated[best] - 1)));
    }

    private static void row(StringBuilder text, String head, double[] values) {
        text.append(head);
        int least = least(values);
        for (int i = 0; i < DEGREES.length; i++) {
            String value = i < values.length ? String.format(Locale.ROOT, "%.1f", values[i]) : "";
            text.append(i == least ? " **" + value + "** |" : " " + value + " |");
        }
        text.append('\n');
    }

    private static int least(double[] values) {
        int at = 0;
        for (int i = 0; i < values.length; i++) if (values[i] < values[at]) at = i;
        return at;
    }
}
