// SPDX-License-Identifier: Apache-2.0
/// The output of the PEs, forwarded in whole lines.
///
/// ```
///   pipe of a process --- PeStream ---+
///   pipe of a process --- PeStream ---+- Output --- standard output, error, files
///                         holds lines    writes what is due first
/// ```
///
/// A JVM with several PEs writes whole lines, with their tags, itself.
package org.jshmem.launch.output;
