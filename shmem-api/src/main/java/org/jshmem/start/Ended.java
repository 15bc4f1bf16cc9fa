// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// How a job inside this JVM ended.
///
/// @param status 0 where every PE ended well, or what the program asked for by a global exit, or 1
/// @param pe the PE that decided it, -1 where all ended well
/// @param why what that PE threw; null where nothing was thrown
public record Ended(int status, int pe, Throwable why) {}
