// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

/// A dragonfly network (Kim, Dally, Scott, Abts 2008): links join all routers of a group, and one long link joins each
/// two groups.
///
/// ```
/// host - router - router - long link - router - router - host      the shortest way
/// ```
///
/// Contiguous blocks of a group's long links are assigned to its routers: router 0 has the links to the next groups
/// around.
record Dragonfly(int groups, int routers, int hostsOfRouter) implements Routes {

    @Override
    public int hosts() {
        return groups * routers * hostsOfRouter;
    }

    private int firstNear() {
        return 2 * hosts();
    }

    private int firstLong() {
        return firstNear() + groups * routers * routers;
    }

    @Override
    public int links() {
        return firstLong() + groups * groups;
    }

    @Override
    public int longest() {
        return 5;
    }

    @Override
    public boolean isLong(int link) {
        return link >= firstLong();
    }

    /// The router of a group that has the long link to another group.
    private int gateway(int group, int other) {
        int each = (groups - 2 + routers) / routers; // long links of a router, rounded up
        return Math.floorMod(other - group - 1, groups) / Math.max(1, each);
    }

    private int near(int group, int from, int to) {
        return firstNear() + (group * routers + from) * routers + to;
    }

    @Override
    public int route(int from, int to, int[] path) {
        int fromGroup = from / hostsOfRouter / routers;
        int toGroup = to / hostsOfRouter / routers;
        int at = from / hostsOfRouter % routers;
        int end = to / hostsOfRouter % routers;
        int count = 0;
        path[count++] = from;
        if (fromGroup != toGroup) {
            int out = gateway(fromGroup, toGroup);
            if (at != out) path[count++] = near(fromGroup, at, out);
            path[count++] = firstLong() + fromGroup * groups + toGroup;
            at = gateway(toGroup, fromGroup);
        }
        if (at != end) path[count++] = near(toGroup, at, end);
        path[count++] = hosts() + to;
        return count;
    }
}
