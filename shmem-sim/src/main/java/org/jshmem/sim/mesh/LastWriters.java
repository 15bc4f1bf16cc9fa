// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

/// The PE that wrote each line last, for reports.
final class LastWriters {
    private static final int BLOCK = 1024; // lines

    private final int[][][] writers; // by region and line, in blocks, as most lines are never written; counted from 1

    LastWriters(int regions, long lines) {
        writers = new int[regions][(int) (lines / BLOCK) + 1][];
    }

    void set(int region, long line, int pe) {
        int[][] blocks = writers[region];
        int block = (int) (line / BLOCK);
        if (blocks[block] == null) blocks[block] = new int[BLOCK];
        blocks[block][(int) (line % BLOCK)] = pe + 1;
    }

    /// The last writer of a line, -1 for none.
    int of(int region, long line) {
        int[] block = writers[region][(int) (line / BLOCK)];
        return block == null ? -1 : block[(int) (line % BLOCK)] - 1;
    }
}
