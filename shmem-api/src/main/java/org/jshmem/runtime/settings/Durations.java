// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The notation of times in options: a whole or fractional number and `ms`, `s`, `m` or `h`, as in `500ms`, `3s`, `2m`.
public final class Durations {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d{1,9})?|\\.\\d{1,9})(ms|s|m|h)");
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(365);

    private Durations() {}

    /// Returns the time that `text` gives for `name`, an option or variable. Zero means no limit.
    public static Duration parse(String name, String text) {
        Matcher m = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new IllegalArgumentException(
                    name + " '" + text + "' is not a time; give a number and one of ms s m h, such as 500ms, 3s or 2m");
        }
        Duration unit = switch (m.group(2)) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
        double nanos = Double.parseDouble(m.group(1)) * unit.toNanos();
        if (nanos > 0 && nanos < SHORTEST.toNanos()) {
            throw new IllegalArgumentException(
                    name + " " + text + " is shorter than 1 ms; give 1ms or more, or 0s for no limit");
        }
        if (nanos > LONGEST.toNanos()) {
            throw new IllegalArgumentException(name + " " + text + " is longer than a year; give 0s for no limit");
        }
        return Duration.ofNanos(Math.round(nanos));
    }
}
