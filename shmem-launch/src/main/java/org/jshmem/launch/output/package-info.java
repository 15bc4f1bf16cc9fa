// SPDX-License-Identifier: Apache-2.0
/// The output of the PEs, forwarded in whole lines.
///
/// ```
///   pipe of a process --- Forwarder --- LineStream ---+
///   pipe of a process --- Forwarder --- LineStream ---+- LineMerger --- standard output, error
///                                       holds a line     ends it where another one is due
/// ```
///
/// A JVM with several PEs merges their lines, with their tags, by the same classes.
package org.jshmem.launch.output;
