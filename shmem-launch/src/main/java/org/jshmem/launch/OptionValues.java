// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;

/// The values of the options of one command line, by the names in [OptionTable].
record OptionValues(CommandSpec spec) {
    private Object value(String name) {
        return Objects.requireNonNull(spec.findOption(name), name).getValue();
    }

    /// The value of an option, the last one; null if it is not given.
    String text(String name) {
        return (String) value(name);
    }

    String text(String name, String otherwise) {
        return Objects.requireNonNullElse(text(name), otherwise);
    }

    boolean has(String name) {
        return !all(name).isEmpty();
    }

    /// The values of an option, in order.
    List<String> all(String name) {
        Object value = value(name); // a switch over types would make a class in each launcher
        if (value == null || Boolean.FALSE.equals(value)) return List.of();
        return value instanceof List<?> values
                ? values.stream().map(String.class::cast).toList()
                : List.of(value.toString());
    }
}
