// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import org.jshmem.collective.Group;

/// OC-Bcast (Petrović 2012): a k-ary tree in which all children of a member get chunks from its MPB at once.
///
/// ```
/// p = 12, k = 7, root 0        data                    flags: a chunk is there
///                               0                        0         1
///                     1 2 3 4 5 6 7                     1 2       8 9
///              8 9 10 11                             3 4 5 6   10 11
///                                                    7
/// a member, for each chunk:
///   waits for the chunk's flag; raises the flags below it in the binary tree of its parent's children
///   waits until all its children have got the chunk before the last; gets this chunk into its own MPB
///   raises "done" at its parent; raises the first flags of its own children's tree
///   copies the chunk from the MPB to its destination
/// ```
///
/// Each MPB has two buffers: children get one chunk while the next one arrives. Chunks are 96 lines, or as many
/// as fit twice. With n bytes in chunks of m: `(log_k p + n/m)(2 alpha + 2 m beta)`. A larger k has fewer levels and
/// more flags to poll.
public final class OcBroadcast {
    private static final int CHUNK_LINES = 96;

    private OcBroadcast() {}

    /// Broadcasts with a tree of degree `k`.
    public static void run(Group g, int k, long dst, long src, long bytes, int root) {
        long chunk = chunkBytes(g);
        long chunks = Math.max(1, (bytes + chunk - 1) / chunk);
        g.calls.ticks(chunks + 1);
        new Member(g, k, root).run(dst, src, bytes, chunk, chunks);
    }

    /// Returns the bytes of a chunk: 96 lines, or as many as fit twice into an MPB.
    public static long chunkBytes(Group g) {
        int line = g.layout.line();
        return Math.min(CHUNK_LINES, g.layout.mpbBytes() / 2 / line) * (long) line;
    }

    /// The place of one member in the trees.
    private static final class Member {
        private final Group g;
        private final int p;
        private final int k;
        private final int root;
        private final int rank;
        private final int parent;
        private final int children;

        Member(Group g, int k, int root) {
            this.g = g;
            this.k = k;
            this.root = root;
            p = g.size;
            rank = (g.me - root + p) % p;
            parent = rank == 0 ? -1 : (rank - 1) / k;
            children = (int) Math.max(0, Math.min(k, p - 1L - (long) rank * k));
        }

        private int member(int otherRank) {
            return (otherRank + root) % p;
        }

        /// Child number `i` of a rank, from 1 on.
        private int child(int of, int i) {
            return member(of * k + i);
        }

        void run(long dst, long src, long bytes, long chunk, long chunks) {
            int own = g.pe(g.me);
            for (long i = 0; i < chunks; i++) {
                long n = Math.min(chunk, bytes - i * chunk);
                long buffer = g.layout.mpb() + (i & 1) * chunk;
                if (rank == 0) {
                    if (i >= 2) awaitDone(i - 2);
                    if (n > 0) g.channel.copy(own, buffer, own, src + i * chunk, n);
                    tell(0, 0, children, i);
                    continue;
                }
                int index = rank - parent * k; // among the parent's children
                if (index <= 2) g.calls.awaitInCall(member(parent), i);
                else g.calls.await(child(parent, (index - 1) / 2), i); // a sibling, which does not wait for this member
                int siblings = (int) Math.min(k, p - 1L - (long) parent * k);
                tell(parent, index, siblings, i);
                if (i >= 2) awaitDone(i - 2);
                if (n > 0) g.channel.copy(own, buffer, g.pe(member(parent)), buffer, n);
                g.calls.post(member(parent), i);
                tell(rank, 0, children, i);
                if (n > 0) g.channel.copy(own, dst + i * chunk, own, buffer, n);
            }
            if (rank == 0) g.memory.get(dst, g.me, src, bytes);
            awaitDone(chunks - 1);
        }

        /// Signals to the two nodes below node `index` in the binary tree over the children of rank `of`, which is
        /// node 0.
        private void tell(int of, int index, int count, long tick) {
            for (int below = 2 * index + 1; below <= 2 * index + 2 && below <= count; below++)
                g.calls.post(child(of, below), tick);
        }

        private void awaitDone(long tick) {
            for (int i = 1; i <= children; i++) g.calls.await(child(rank, i), tick);
        }
    }
}
