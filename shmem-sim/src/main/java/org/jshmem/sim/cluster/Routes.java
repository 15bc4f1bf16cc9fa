// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

/// The routes of a network. Links are numbered from 0, each in one direction, and every host has a route to every
/// other.
interface Routes {

    /// The number of hosts that have a place.
    int hosts();

    /// The number of links.
    int links();

    /// The largest number of links of a route.
    int longest();

    /// Puts the links from one host to another into `path`, in their order. Returns their number.
    int route(int from, int to, int[] path);

    /// Whether a link is one of the long ones, which have a latency and a bandwidth of their own.
    default boolean isLong(int link) {
        return false;
    }
}
