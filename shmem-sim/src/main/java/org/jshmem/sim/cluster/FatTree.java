// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

/// A fat tree of three levels of switches: an extended generalized fat tree (Öhring, Ibel, Das, Kumar 1995).
///
/// ```
/// core     each joins all pods                         a spine of a pod has `coreLinks`, each to another core
/// spine    `spines` in a pod, joined to all its leaves
/// leaf     `leaves` in a pod
/// host     `hostsOfLeaf` on a leaf
/// ```
///
/// The number of the target host selects the way up, as in InfiniBand's subnet managers (D-mod-k): all messages to a
/// host take the same way down.
record FatTree(int hostsOfLeaf, int leaves, int pods, int spines, int coreLinks) implements Routes {

    @Override
    public int hosts() {
        return hostsOfLeaf * leaves * pods;
    }

    private int leafLinks() {
        return leaves * pods * spines;
    }

    private int podLinks() {
        return pods * spines * coreLinks;
    }

    @Override
    public int links() {
        return 2 * (hosts() + leafLinks() + podLinks());
    }

    @Override
    public int longest() {
        return pods > 1 ? 6 : leaves > 1 ? 4 : 2;
    }

    @Override
    public int route(int from, int to, int[] path) {
        int fromLeaf = from / hostsOfLeaf;
        int toLeaf = to / hostsOfLeaf;
        int fromPod = fromLeaf / leaves;
        int toPod = toLeaf / leaves;
        int spine = to % spines;
        int core = to / spines % coreLinks;
        int down = links() / 2; // from the number of a link up to that of its link down
        int leafUp = hosts();
        int podUp = leafUp + leafLinks();
        int count = 0;
        path[count++] = from;
        if (fromLeaf != toLeaf) path[count++] = leafUp + fromLeaf * spines + spine;
        if (fromPod != toPod) {
            path[count++] = podUp + (fromPod * spines + spine) * coreLinks + core;
            path[count++] = down + podUp + (toPod * spines + spine) * coreLinks + core;
        }
        if (fromLeaf != toLeaf) path[count++] = down + leafUp + toLeaf * spines + spine;
        path[count++] = down + to;
        return count;
    }
}
