// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static java.time.temporal.ChronoUnit.HOURS;
import static java.time.temporal.ChronoUnit.MILLIS;
import static java.time.temporal.ChronoUnit.MINUTES;
import static java.time.temporal.ChronoUnit.SECONDS;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The notation of times in options: a whole or fractional number and `ms`, `s`, `m` or `h`, as in `500ms`, `3s`, `2m`.
public final class Durations {
    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d{1,9})?|\\.\\d{1,9})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS = Map.of("ms", MILLIS, "s", SECONDS, "m", MINUTES, "h", HOURS);
    private static final Duration LONGEST = Duration.ofDays(365);

    private Durations() {}

    /// Returns the time that `text` gives for `name`, an option or variable. Zero means no limit.
    public static Duration parse(String name, String text) {
        Matcher m = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new IllegalArgumentException(
                    name + " '" + text + "' is not a time; give a number and one of ms s m h, such as 500ms, 3s or 2m");
        }
        double nanos = Double.parseDouble(m.group(1))
                * UNITS.get(m.group(2)).getDuration().toNanos();
        if (nanos > 0 && nanos < 1e6) {
            throw new IllegalArgumentException(
                    name + " " + text + " is shorter than 1 ms; give 1ms or more, or 0s for no limit");
        }
        if (nanos > LONGEST.toNanos()) {
            throw new IllegalArgumentException(name + " " + text + " is longer than a year; give 0s for no limit");
        }
        return Duration.ofNanos(Math.round(nanos));
    }
}
