// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Access;
import org.jshmem.report.Result.Role;

/// Description of one row, made before the row is measured.
public final class Case {
    final String benchmark;
    final String variant;
    final String access;
    final int pairs;
    long bytes;
    long moved;
    int hops = 1;
    Reports reports;
    Role role = Role.OWN;
    boolean singly;
    boolean together;

    /// The PEs whose samples make up the row.
    @FunctionalInterface
    public interface Reports {
        boolean by(int pe);
    }

    private Case(String benchmark, String variant, String access, int pairs, Reports reports) {
        this.benchmark = benchmark;
        this.variant = variant;
        this.access = access;
        this.pairs = pairs;
        this.reports = reports;
    }

    /// A case of all PEs that moves no bytes.
    public static Case collective(String benchmark, String variant, String access) {
        return new Case(benchmark, variant, access, 0, pe -> true);
    }

    /// A case of pairs, reported by the origins. Each operation moves its bytes once.
    public static Case pairs(String benchmark, String variant, Access access, Pairs pairs, long bytes) {
        Case c = new Case(benchmark, variant, name(access), pairs.count(), pairs::isOrigin);
        return c.bytes(bytes).moves(bytes);
    }

    public Case bytes(long n) {
        bytes = n;
        return this;
    }

    /// Sets the bytes that one operation of one PE moves, for the bandwidth; 0 prints no bandwidth.
    public Case moves(long n) {
        moved = n;
        return this;
    }

    /// Sets the divisor of the printed time: 2 if the operation is a round trip and the row shows one way.
    public Case hops(int n) {
        hops = n;
        return this;
    }

    public Case reportedBy(Reports who) {
        reports = who;
        return this;
    }

    /// Marks a latency: its operations are also timed one by one.
    public Case latency() {
        singly = true;
        return this;
    }

    /// Marks a collective operation: PEs also start it at a common time, and the row shows how their times
    /// differ.
    public Case windowed() {
        together = true;
        return latency();
    }

    /// Marks a row of the machine without the library.
    Case asFloor() {
        role = Role.FLOOR;
        return this;
    }

    public static String name(Access access) {
        return switch (access) {
            case PUTGET -> "putget";
            case PTR -> "ptr";
            case AUTO -> "auto";
        };
    }
}
