// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Variation;
import org.jshmem.sim.machine.MachineFiles;

/// The machines of a sweep: a grid of parameter values, or a machine and its variations.
///
/// @param machine the machine's name
/// @param symbols the varied parameters; none for variations
/// @param cells all machines, in the order of the grid
record SweepCells(String machine, List<String> symbols, List<Cell> cells) {
    private static final Pattern RANGE = Pattern.compile("(\\w+)=([0-9.eE+-]+)[.]{2}([0-9.eE+-]+):([0-9]{1,4})");

    /// A machine of the sweep.
    ///
    /// @param name for tables: `R_R=100 c=50`, or a variation's name
    /// @param settings for `--set`, or the name of the variation alone; none for the machine itself
    /// @param values of the varied parameters
    record Cell(String name, List<String> settings, List<Double> values) {}

    /// The machine of the cell with these settings.
    static Machine machine(String name, List<String> settings) {
        Machine machine = MachineFiles.named(name);
        for (Variation each : machine.variations()) if (settings.equals(List.of(each.name()))) return each.of(machine);
        for (String setting : settings) machine = machine.with(setting);
        return machine.checked();
    }

    /// The machine and its variations.
    static SweepCells band(String name) {
        Machine machine = MachineFiles.named(name);
        if (machine.variations().isEmpty()) {
            throw new IllegalArgumentException("machine %s states no variations; use --vary".formatted(name));
        }
        List<Cell> cells = new ArrayList<>(List.of(new Cell(name, List.of(), List.of())));
        for (Variation each : machine.variations()) cells.add(new Cell(each.name(), List.of(each.name()), List.of()));
        return new SweepCells(name, List.of(), cells);
    }

    /// The grid of ranges such as `R_R=100..500:5`, in which the last one varies fastest.
    static SweepCells grid(String name, List<String> ranges) {
        Machine machine = MachineFiles.named(name);
        List<String> symbols = new ArrayList<>();
        List<Cell> cells = List.of(new Cell("", List.of(), List.of()));
        for (String range : ranges) {
            Matcher parts = RANGE.matcher(range);
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "--vary '%s' is not SYMBOL=FIRST..LAST:COUNT; use one such as R_R=100..500:5".formatted(range));
            }
            String symbol = parts.group(1);
            machine.value(symbol); // refuses an unknown one
            symbols.add(symbol);
            List<Cell> more = new ArrayList<>();
            for (Cell cell : cells) for (double value : values(range, parts)) more.add(with(cell, symbol, value));
            cells = more;
        }
        return new SweepCells(name, symbols, cells);
    }

    private static double[] values(String range, Matcher parts) {
        double first = Double.parseDouble(parts.group(2));
        double last = Double.parseDouble(parts.group(3));
        int count = Integer.parseInt(parts.group(4));
        if (first > last || count < 1 || count == 1 && first < last) {
            throw new IllegalArgumentException(
                    "--vary '%s': FIRST is larger than LAST, or COUNT is too small".formatted(range));
        }
        double[] values = new double[count];
        for (int i = 0; i < count; i++) values[i] = count == 1 ? first : first + i * (last - first) / (count - 1);
        return values;
    }

    private static Cell with(Cell cell, String symbol, double value) {
        String setting = symbol + "=" + number(value);
        List<String> settings = new ArrayList<>(cell.settings);
        settings.add(setting);
        List<Double> values = new ArrayList<>(cell.values);
        values.add(value);
        return new Cell((cell.name + " " + setting).strip(), settings, values);
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }
}
