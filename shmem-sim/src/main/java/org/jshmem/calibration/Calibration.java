// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jshmem.runtime.settings.JsonText;

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

    /// As JSON, a parameter in each line.
    public String json() {
        StringBuilder out = new StringBuilder("{\"kind\": ").append(JsonText.quoted(KIND));
        out.append(",\n\"cpu\": ").append(JsonText.quoted(cpu));
        out.append(",\n\"cores\": ").append(cores);
        out.append(",\n\"jdk\": ").append(JsonText.quoted(jdk));
        out.append(",\n\"date\": ").append(JsonText.quoted(date));
        out.append(",\n\"parameters\": ")
                .append(Json.lines(parameters.stream().map(Calibration::line).toList()));
        out.append(",\n\"unmeasured\": ")
                .append(Json.lines(unmeasured.stream().map(JsonText::quoted).toList()));
        return out.append("\n}\n").toString();
    }

    private static String line(Parameter p) {
        return "{\"symbol\": %s, \"value\": %s, \"low\": %s, \"high\": %s, \"unit\": %s, \"residual\": %s, \"measured\": %b, \"source\": %s}"
                .formatted(
                        JsonText.quoted(p.symbol),
                        p.value,
                        p.low,
                        p.high,
                        JsonText.quoted(p.unit),
                        p.residual,
                        p.measured,
                        JsonText.quoted(p.source));
    }

    /// Parses a text of [#json]. The message of an `IllegalArgumentException` names the error.
    public static Calibration parse(String text) {
        Fields all = new Fields(Json.parse(text, (_, _) -> {}));
        if (!all.text("kind").equals(KIND)) throw new IllegalArgumentException("it is not a '" + KIND + "'");
        List<Parameter> parameters = new ArrayList<>();
        for (Object each : all.list("parameters")) {
            Fields p = new Fields(each);
            parameters.add(new Parameter(
                    p.text("symbol"),
                    p.number("value"),
                    p.number("low"),
                    p.number("high"),
                    p.text("unit"),
                    p.number("residual"),
                    p.flag("measured"),
                    p.text("source")));
        }
        List<String> unmeasured =
                all.list("unmeasured").stream().map(String::valueOf).toList();
        return new Calibration(
                all.text("cpu"), (int) all.number("cores"), all.text("jdk"), all.text("date"), parameters, unmeasured);
    }

    /// The members of a JSON object, with checks of their types.
    private record Fields(Object object) {

        private <T> T get(String name, Class<T> kind) {
            if (object instanceof Json.Node node && kind.isInstance(node.get(name))) {
                return kind.cast(node.get(name));
            }
            throw new IllegalArgumentException("it has no proper '" + name + "'");
        }

        String text(String name) {
            return get(name, String.class);
        }

        boolean flag(String name) {
            return get(name, Boolean.class);
        }

        List<?> list(String name) {
            return get(name, List.class);
        }

        /// A number; costs, counts and shares are never negative.
        double number(String name) {
            double value = get(name, Double.class);
            if (!(value >= 0) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("its '" + name + "' is " + value + ", which no measurement gives");
            }
            return value;
        }
    }
}
