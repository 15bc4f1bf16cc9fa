// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

/// Picoseconds, the unit of virtual time: conversion, and text for people.
public final class Picos {
    /// Picoseconds in a nanosecond.
    public static final long PER_NANO = 1000;

    private Picos() {}

    /// Nanoseconds as picoseconds; `Long.MAX_VALUE`, which means for ever, if the result does not fit.
    public static long ofNanos(long nanos) {
        return nanos > Long.MAX_VALUE / PER_NANO ? Long.MAX_VALUE : nanos * PER_NANO;
    }

    /// The sum of two times; `Long.MAX_VALUE` if it does not fit.
    public static long plus(long time, long more) {
        return more > Long.MAX_VALUE - time ? Long.MAX_VALUE : time + more;
    }

    /// A time with the unit that leaves one to three digits before the point: `480.200 ns`, `1.284 ms`.
    public static String show(long picos) {
        if (picos < 1_000L) return picos + " ps";
        if (picos < 1_000_000L) return digits(picos, 1) + " ns";
        if (picos < 1_000_000_000L) return digits(picos, 1_000) + " us";
        if (picos < 1_000_000_000_000L) return digits(picos, 1_000_000) + " ms";
        return digits(picos, 1_000_000_000) + " s";
    }

    private static String digits(long picos, long unit) {
        long thousandths = picos / unit;
        return thousandths / 1000 + "."
                + Long.toString(1000 + thousandths % 1000).substring(1);
    }
}
