// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;

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

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

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

    /// Copies the lists.
    public Calibration {
        parameters = List.copyOf(parameters);
        unmeasured = List.copyOf(unmeasured);
    }

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
        if (!(Json.parse(text) instanceof Json.Node all) || !KIND.equals(all.get("kind"))) {
            throw new IllegalArgumentException("it is not a '" + KIND + "'");
        }
        List<Parameter> parameters = all.objects("parameters").stream()
                .map(p -> new Parameter(
                        p.text("symbol"),
                        number(p, "value"),
                        number(p, "low"),
                        number(p, "high"),
                        p.text("unit"),
                        number(p, "residual"),
                        Boolean.TRUE.equals(p.get("measured")),
                        p.text("source")))
                .toList();
        List<String> unmeasured =
                all.list("unmeasured").stream().map(String::valueOf).toList();
        return new Calibration(
                all.text("cpu"), (int) number(all, "cores"), all.text("jdk"), all.text("date"), parameters, unmeasured);
    }

    /// A number; costs, counts and shares are never negative.
    private static double number(Json.Node node, String name) {
        if (node.get(name) instanceof Double value && value >= 0 && value < Double.POSITIVE_INFINITY) return value;
        throw node.wrong(name, "give a number of 0 or more");
    }
}
