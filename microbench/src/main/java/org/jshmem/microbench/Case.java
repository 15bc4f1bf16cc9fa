// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import org.jshmem.Access;

/// What one row measures, known before it is measured.
///
/// @param moved bytes that one operation of one PE counts as moved, for the bandwidth; 0 for none
/// @param hops by how much an operation is divided for the printed time: 2 where it is a round trip and one way is told
record Case(
        String benchmark,
        String algorithm,
        String access,
        int pairs,
        long bytes,
        long moved,
        int hops,
        Reports reports) {

    /// Which PEs' samples the row is made of.
    @FunctionalInterface
    interface Reports {
        boolean by(int pe);
    }

    /// A case over all PEs that moves nothing.
    static Case collective(String benchmark, String algorithm, String access) {
        return new Case(benchmark, algorithm, access, 0, 0, 0, 1, pe -> true);
    }

    /// A case over pairs, reported by the origins, each operation moving its bytes once.
    static Case pairs(String benchmark, String algorithm, Access access, Pairs pairs, long bytes) {
        return new Case(benchmark, algorithm, name(access), pairs.count(), bytes, bytes, 1, pairs::isOrigin);
    }

    Case bytes(long n) {
        return new Case(benchmark, algorithm, access, pairs, n, moved, hops, reports);
    }

    Case moves(long n) {
        return new Case(benchmark, algorithm, access, pairs, bytes, n, hops, reports);
    }

    Case hops(int n) {
        return new Case(benchmark, algorithm, access, pairs, bytes, moved, n, reports);
    }

    Case reportedBy(Reports who) {
        return new Case(benchmark, algorithm, access, pairs, bytes, moved, hops, who);
    }

    static String name(Access access) {
        return switch (access) {
            case PUTGET -> "putget";
            case PTR -> "ptr";
            case AUTO -> "auto";
        };
    }
}
