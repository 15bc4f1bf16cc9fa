// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

/// Hosts on a torus of up to three dimensions, with a router in each host.
///
/// ```
/// 0 - 1 - 2 - 3 - 0     x, then y, then z: the shorter way around, up where both are equal
/// |   |   |   |
/// 4 - 5 - 6 - 7 - 4
/// ```
record Torus(int x, int y, int z) implements Routes {
    private static final int WAYS = 6; // up and down in each dimension

    @Override
    public int hosts() {
        return x * y * z;
    }

    @Override
    public int links() {
        return WAYS * hosts();
    }

    @Override
    public int longest() {
        return x / 2 + y / 2 + z / 2;
    }

    @Override
    public int route(int from, int to, int[] path) {
        int count = 0;
        int at = from;
        int size = 1; // step from one host to the next in the dimension
        int[] sizes = {x, y, z};
        for (int d = 0; d < sizes.length; d++) {
            int around = sizes[d];
            int ahead = Math.floorMod(to / size % around - at / size % around, around);
            boolean up = 2 * ahead <= around;
            for (int steps = up ? ahead : around - ahead; steps > 0; steps--) {
                path[count++] = WAYS * at + 2 * d + (up ? 0 : 1);
                int here = at / size % around;
                at += (Math.floorMod(here + (up ? 1 : -1), around) - here) * size;
            }
            size *= around;
        }
        return count;
    }
}
