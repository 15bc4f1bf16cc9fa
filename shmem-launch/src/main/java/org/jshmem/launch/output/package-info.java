// SPDX-License-Identifier: Apache-2.0
/// The output of the PEs, forwarded in whole lines.
///
/// ```
///   pipe of a process --- PeStream ---+
///   pipe of a process --- PeStream ---+- Screen --- Writer --- standard output, error, files
///                         holds lines    takes turns   never blocks the others
/// ```
///
/// [org.jshmem.launch.output.Output] is all of it. A JVM with several PEs writes whole lines, with their tags, itself.
/// One text of a JVM itself is taken out on the way: the reason why it cannot start (`StartFailure`).
package org.jshmem.launch.output;
