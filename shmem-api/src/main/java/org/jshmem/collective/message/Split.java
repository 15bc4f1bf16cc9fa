// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.message;

/// How a vector is cut into a block for each member (Kohler 2012, section IV-C).
///
/// ```
/// 552 doubles, 48 members, lines of 4 doubles
/// REST_FIRST   35, then 47 x 11           RCCE_comm: the first block takes what is left over
/// ELEMENTS     24 x 12, then 24 x 11      one more element in the first blocks
/// LINES        42 x 12, then 6 x 8        one more line in the first blocks: no block but the last ends within a line
/// ```
public enum Split {
    /// The first block is larger.
    REST_FIRST,
    /// As equal as elements allow.
    ELEMENTS,
    /// As equal as lines allow.
    LINES;

    /// The first element of block `b` of `p`; the end for `b == p`. A line has `perLine` elements.
    public long start(long count, int perLine, int b, int p) {
        if (b == 0) return 0;
        return switch (this) {
            case REST_FIRST -> count % p + count / p * b;
            case ELEMENTS -> count / p * b + Math.min(b, count % p);
            case LINES -> {
                long lines = (count + perLine - 1) / perLine;
                yield Math.min(count, (lines / p * b + Math.min(b, lines % p)) * perLine);
            }
        };
    }
}
