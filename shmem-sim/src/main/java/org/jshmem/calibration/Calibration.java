// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// The calibration of a host: the numbers that `oshrun calibrate` measured, with the data that a reader needs to trust
/// them.
///
/// @param cpu the processor's own name
/// @param cores processors that jobs may use
/// @param jdk version and vendor of the Java runtime
/// @param date date of the measurement, in UTC
/// @param parameters the parameters of the machine
/// @param unmeasured parameters that could not be measured, with reasons
public record Calibration(
        String cpu, int cores, String jdk, String date, List<Parameter> parameters, List<String> unmeasured) {
    /// The first member of the file: its kind and edition.
    static final String KIND = "jshmem calibration 1";

    /// JSON as files of machines have it: strict, and indented for people.
    public static final Gson GSON = new GsonBuilder()
            .setStrictness(Strictness.STRICT)
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .create();

    /// One number of the machine.
    ///
    /// @param symbol its name in formulas and for `--set`
    /// @param value the median, in `unit`
    /// @param low lower end of its 95 % interval
    /// @param high upper end
    /// @param unit `ns`, `bytes`, `cycles`, `GB/s`, `GHz`, `count` or `ratio`
    /// @param residual median relative distance of the underlying figures from the value; 0 for a single figure
    /// @param measured whether the value was measured; otherwise it is a guess
    /// @param source the test, or the argument for the guess
    public record Parameter(
            String symbol,
            double value,
            double low,
            double high,
            String unit,
            double residual,
            boolean measured,
            String source) {}

    /// The parameter of a symbol.
    public Optional<Parameter> parameter(String symbol) {
        return parameters.stream().filter(p -> p.symbol.equals(symbol)).findFirst();
    }

    /// The value of the parameter of a symbol.
    public double value(String symbol) {
        return parameter(symbol)
                .orElseThrow(() -> new IllegalArgumentException("the calibration has no " + symbol))
                .value();
    }

    /// As JSON.
    public String json() {
        JsonObject all = new JsonObject();
        all.addProperty("kind", KIND);
        GSON.toJsonTree(this).getAsJsonObject().asMap().forEach(all::add);
        return GSON.toJson(all) + "\n";
    }

    /// Parses a text of [#json]. The message of an `IllegalArgumentException` names the error.
    public static Calibration parse(String text) {
        try {
            JsonObject all = GSON.fromJson(text, JsonObject.class);
            if (all == null || !new JsonPrimitive(KIND).equals(all.get("kind"))) {
                throw new IllegalArgumentException("it is not a '" + KIND + "'");
            }
            Calibration made = GSON.fromJson(all, Calibration.class);
            made.check();
            return made;
        } catch (JsonParseException | NumberFormatException e) {
            String why = e.getMessage().replaceFirst("(?s)\nSee .*", "").replaceAll("\\p{Cntrl}", " ");
            throw new IllegalArgumentException("this is not the JSON of a calibration: " + why, e);
        }
    }

    /// Refuses missing values. Costs, counts and shares are never negative.
    private void check() {
        if (Stream.of(cpu, jdk, date, parameters, unmeasured).anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("it lacks one of cpu, jdk, date, parameters and unmeasured");
        }
        for (Parameter p : parameters) {
            if (p == null || p.symbol == null || p.unit == null || p.source == null) {
                throw new IllegalArgumentException("a parameter lacks its symbol, its unit or its source");
            }
            for (double number : new double[] {p.value, p.low, p.high, p.residual}) {
                if (number >= 0 && number < Double.POSITIVE_INFINITY) continue;
                throw new IllegalArgumentException("%s has %s; give a number of 0 or more".formatted(p.symbol, number));
            }
        }
    }
}
