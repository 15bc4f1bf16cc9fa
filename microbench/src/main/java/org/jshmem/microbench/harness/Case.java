// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Access;
import org.jshmem.report.Result.Role;

/// What one row measures, known before it is measured.
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

    /// Which PEs' samples the row is made of.
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

    /// A case over all PEs that moves nothing.
    public static Case collective(String benchmark, String variant, String access) {
        return new Case(benchmark, variant, access, 0, pe -> true);
    }

    /// A case over pairs, reported by the origins, each operation moving its bytes once.
    public static Case pairs(String benchmark, String variant, Access access, Pairs pairs, long bytes) {
        Case c = new Case(benchmark, variant, name(access), pairs.count(), pairs::isOrigin);
        return c.bytes(bytes).moves(bytes);
    }

    public Case bytes(long n) {
        bytes = n;
        return this;
    }

    /// Bytes that one operation of one PE counts as moved, for the bandwidth; 0 for none.
    public Case moves(long n) {
        moved = n;
        return this;
    }

    /// By how much an operation is divided for the printed time: 2 where it is a round trip and one way is told.
    public Case hops(int n) {
        hops = n;
        return this;
    }

    public Case reportedBy(Reports who) {
        reports = who;
        return this;
    }

    /// A latency: its operations are timed one by one too.
    public Case latency() {
        singly = true;
        return this;
    }

    /// A collective operation: PEs start at a given time, and how they differ is told.
    public Case windowed() {
        together = true;
        return latency();
    }

    /// What the machine gives without the library.
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
