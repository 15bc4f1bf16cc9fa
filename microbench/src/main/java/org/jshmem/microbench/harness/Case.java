// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Access;
import org.jshmem.report.Result.Role;

/// What one row measures, known before it is measured.
///
/// @param moved bytes that one operation of one PE counts as moved, for the bandwidth; 0 for none
/// @param hops by how much an operation is divided for the printed time: 2 where it is a round trip and one way is
///     told
/// @param reports which PEs' samples the row is made of
/// @param singly whether operations are timed one by one too, for their tails
/// @param together whether all PEs do it together, so that its start and its slowest PE matter
public record Case(
        String benchmark,
        String variant,
        String access,
        int pairs,
        long bytes,
        long moved,
        int hops,
        Reports reports,
        Role role,
        boolean singly,
        boolean together) {

    /// Which PEs' samples the row is made of.
    @FunctionalInterface
    public interface Reports {
        boolean by(int pe);
    }

    /// A case over all PEs that moves nothing.
    public static Case collective(String benchmark, String variant, String access) {
        return new Case(benchmark, variant, access, 0, 0, 0, 1, pe -> true, Role.OWN, false, false);
    }

    /// A case over pairs, reported by the origins, each operation moving its bytes once.
    public static Case pairs(String benchmark, String variant, Access access, Pairs pairs, long bytes) {
        return new Case(
                benchmark,
                variant,
                name(access),
                pairs.count(),
                bytes,
                bytes,
                1,
                pairs::isOrigin,
                Role.OWN,
                false,
                false);
    }

    public Case variant(String name) {
        return new Case(benchmark, name, access, pairs, bytes, moved, hops, reports, role, singly, together);
    }

    public Case bytes(long n) {
        return new Case(benchmark, variant, access, pairs, n, moved, hops, reports, role, singly, together);
    }

    public Case moves(long n) {
        return new Case(benchmark, variant, access, pairs, bytes, n, hops, reports, role, singly, together);
    }

    public Case hops(int n) {
        return new Case(benchmark, variant, access, pairs, bytes, moved, n, reports, role, singly, together);
    }

    public Case reportedBy(Reports who) {
        return new Case(benchmark, variant, access, pairs, bytes, moved, hops, who, role, singly, together);
    }

    /// What the machine gives without the library.
    Case asFloor() {
        return new Case(benchmark, variant, "", pairs, bytes, moved, hops, reports, Role.FLOOR, singly, together);
    }

    /// A latency: its operations are timed one by one too.
    public Case latency() {
        return new Case(benchmark, variant, access, pairs, bytes, moved, hops, reports, role, true, together);
    }

    /// A collective operation: PEs start at a given time, and how they differ is told.
    public Case windowed() {
        return new Case(benchmark, variant, access, pairs, bytes, moved, hops, reports, role, true, true);
    }

    public static String name(Access access) {
        return switch (access) {
            case PUTGET -> "putget";
            case PTR -> "ptr";
            case AUTO -> "auto";
        };
    }
}
