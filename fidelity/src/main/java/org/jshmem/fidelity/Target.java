// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// One published number or claim to compare a simulated machine with: data, not code.
///
/// @param id unique
/// @param paper the paper's letter
/// @param place the page, section, table or figure that prints it
/// @param role the meaning of agreement
/// @param claim the claim in words
/// @param printed the value as printed, or the words
/// @param derived a value computed from printed ones
/// @param low the least that agrees; negative infinity for none
/// @param high the most that agrees; infinity for none
/// @param unit of the numbers
/// @param setup the conditions of the measurement
/// @param moves the side of the accepted interval on which the value lies without a mechanism, by the mechanism's
///     name: written down before the first look
/// @param note further facts for the reader; the reason, for a target that is not run
public record Target(
        String id,
        String paper,
        String place,
        Role role,
        String claim,
        String printed,
        String derived,
        double low,
        double high,
        String unit,
        String setup,
        Map<String, Side> moves,
        String note) {

    /// The meaning of agreement with a target.
    public enum Role {
        /// An input of the model: agreement proves that the code has no bug.
        CAL,
        /// The value follows from inputs by arithmetic, or is true by construction.
        BUILT,
        /// A constant was fitted to it.
        FIT,
        /// The authors had seen its result when they chose code or a constant.
        SEEN,
        /// Not a paper's claim: a number derived here, or a prediction of this project.
        OURS,
        /// Held, on its author's word alone: its interval and its first result are in one commit.
        ASSERTED,
        /// None of the roles above, and the order of commits proves it.
        HELD;

        /// Whether agreement supports the machine's model.
        public boolean isHeld() {
            return this == ASSERTED || this == HELD;
        }
    }

    /// The position of a value relative to the accepted interval.
    public enum Side {
        BELOW,
        INSIDE,
        ABOVE
    }

    /// Whether the claim is a number; otherwise it is a bound, a sign or a ranking.
    public boolean isNumber() {
        return !Double.isInfinite(low) && !Double.isInfinite(high);
    }

    /// Whether the target is not simulated; its note gives the reason.
    public boolean isNotRun() {
        return note.startsWith("not run: ");
    }

    /// Returns the side of the accepted interval on which a value lies.
    public Side side(double value) {
        if (value < low - 1e-9) return Side.BELOW;
        return value > high + 1e-9 ? Side.ABOVE : Side.INSIDE;
    }

    /// Whether a value agrees.
    public boolean holds(double value) {
        return side(value) == Side.INSIDE;
    }

    /// Returns the accepted interval as tables print it.
    public String accepted() {
        if (isNumber()) return low == high ? Show.number(low) : Show.number(low) + ".." + Show.number(high);
        return Double.isInfinite(low) ? "<= " + Show.number(high) : ">= " + Show.number(low);
    }

    /// Returns the targets of a resource next to a class.
    public static List<Target> read(Class<?> beside, String resource) {
        try (InputStream in = beside.getResourceAsStream(resource)) {
            if (in == null) throw new IllegalStateException("no targets, resource=" + resource);
            try (var rows = CsvReader.builder().ofNamedCsvRecord(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                return rows.stream().map(Target::of).toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Target of(NamedCsvRecord row) {
        return new Target(
                row.getField("id"),
                row.getField("paper"),
                row.getField("place"),
                Role.valueOf(row.getField("role")),
                row.getField("claim"),
                row.getField("printed"),
                row.getField("derived"),
                bound(row.getField("low"), Double.NEGATIVE_INFINITY),
                bound(row.getField("high"), Double.POSITIVE_INFINITY),
                row.getField("unit"),
                row.getField("setup"),
                moves(row.getField("moves")),
                row.getField("note"));
    }

    /// Parses `contention below; calls above`.
    private static Map<String, Side> moves(String text) {
        Map<String, Side> moves = new LinkedHashMap<>();
        for (String each : text.isEmpty() ? new String[0] : text.split("; ")) {
            String[] words = each.split(" ");
            moves.put(words[0], Side.valueOf(words[1].toUpperCase(Locale.ROOT)));
        }
        return moves;
    }

    private static double bound(String text, double none) {
        return text.isEmpty() ? none : Double.parseDouble(text);
    }
}
