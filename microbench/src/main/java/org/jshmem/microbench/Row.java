// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.Locale;

/// One measured line, as the CSV has it.
///
/// @param benchmark the test, as named on the command line; STREAM kernels are `stream-copy` and so on
/// @param algorithm which variant of it, or of the collective
/// @param access `putget`, `ptr` or `auto`; `floor` for what the hardware gives without this library
/// @param machine `host`, or the simulated machine
/// @param npes PEs of the job
/// @param pairs pairs that communicate at the same time; 0 where all PEs take part
/// @param bytes bytes of one operation at one PE
/// @param iterations operations in all samples of one PE
/// @param minNanos the fastest sample, per operation
/// @param medianNanos the median over the samples of all PEs that report
/// @param p99Nanos the 99th percentile
/// @param megabytesPerSecond 10^6 bytes per second of one pair or PE; of all PEs together for STREAM; 0 where no bytes
///     move
record Row(
        String benchmark,
        String algorithm,
        String access,
        String machine,
        int npes,
        int pairs,
        long bytes,
        long iterations,
        double minNanos,
        double medianNanos,
        double p99Nanos,
        double megabytesPerSecond) {

    static final String COLUMNS =
            "benchmark,algorithm,access,machine,npes,pairs,bytes,iterations,min_ns,median_ns,p99_ns,mb_per_s";

    static final String FLOOR = "floor";

    boolean isFloor() {
        return access.equals(FLOOR);
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%d,%d,%d,%d,%s,%s,%s,%s",
                benchmark,
                algorithm,
                access,
                machine,
                npes,
                pairs,
                bytes,
                iterations,
                decimal(minNanos),
                decimal(medianNanos),
                decimal(p99Nanos),
                decimal(megabytesPerSecond));
    }

    /// Reads what [#csv] wrote, or what a peer's benchmark wrote in the same columns.
    static Row parse(String line) {
        String[] f = line.split(",", -1);
        if (f.length != 12) {
            throw new IllegalArgumentException(
                    "a row has " + f.length + " fields instead of 12: '" + line + "'; the columns are " + COLUMNS);
        }
        try {
            return new Row(
                    f[0],
                    f[1],
                    f[2],
                    f[3],
                    Integer.parseInt(f[4]),
                    Integer.parseInt(f[5]),
                    Long.parseLong(f[6]),
                    Long.parseLong(f[7]),
                    Double.parseDouble(f[8]),
                    Double.parseDouble(f[9]),
                    Double.parseDouble(f[10]),
                    Double.parseDouble(f[11]));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a number in the row '" + line + "'; the columns are " + COLUMNS, e);
        }
    }

    /// Three digits behind the point below 1000, none of them beyond what the clock can tell above.
    private static String decimal(double value) {
        return String.format(Locale.ROOT, value < 1000 ? "%.3f" : "%.1f", value);
    }
}
