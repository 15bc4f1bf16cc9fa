// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

/// The links of a network, numbered from 0, each in one direction, and the way from every host to every other.
interface Routes {

    /// How many hosts have a place.
    int hosts();

    /// How many links there are.
    int links();

    /// The most links of a route.
    int longest();

    /// Puts the links from one host to another one into `path`, in their order; returns how many there are.
    int route(int from, int to, int[] path);

    /// Whether a link is one of the long ones, which have a latency and a bandwidth of their own.
    default boolean isLong(int link) {
        return false;
    }
}
