// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// How a job inside this JVM ended.
///
/// @param status 0 where every PE ended well, or what the program asked for by a global exit, or 1
/// @param pe the PE that decided it, -1 where all ended well
/// @param why what that PE threw; null where nothing was thrown
/// @param found what the machine found wrong besides, such as races and late puts; null where it found nothing
public record Ended(int status, int pe, Throwable why, Throwable found) {

    /// Of a machine that finds nothing.
    public Ended(int status, int pe, Throwable why) {
        this(status, pe, why, null);
    }
}
