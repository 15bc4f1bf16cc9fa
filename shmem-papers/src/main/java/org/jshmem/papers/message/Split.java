// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

/// The partition of a vector into a block for each member (Kohler 2012, section IV-C).
///
/// ```
/// 552 doubles, 48 members, lines of 4 doubles
/// ELEMENTS     24 x 12, then 24 x 11      one more element in the first blocks
/// LINES        42 x 12, then 6 x 8        one more line in the first blocks: no block but the last ends within a line
/// ```
@FunctionalInterface
public interface Split {
    /// As equal as elements allow.
    Split ELEMENTS = (count, perLine, b, p) -> count / p * b + Math.min(b, count % p);

    /// As equal as lines allow.
    Split LINES = (count, perLine, b, p) -> {
        long lines = (count + perLine - 1) / perLine;
        return Math.min(count, (lines / p * b + Math.min(b, lines % p)) * perLine);
    };

    /// The first element of block `b` of `p`; the end for `b == p`. A line has `perLine` elements.
    long start(long count, int perLine, int b, int p);
}
