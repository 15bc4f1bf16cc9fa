// SPDX-License-Identifier: Apache-2.0
/// The output of the PEs, forwarded in whole lines.
///
/// ```
///   pipe of a process ------------------------ PeStream ---+
///                                             +- PeStream -+- Screen --- Writer --- standard output, error, files
///   pipe of a JVM of several PEs - PePieces --+- PeStream -+
///                                             holds lines    takes turns   never blocks the others
/// ```
///
/// [org.jshmem.launch.output.Output] is all of it. Two texts of a JVM itself are taken out on the way: the reason why
/// it cannot start (`StartFailure`), and the thread dump that a report requests (`ThreadDump`).
package org.jshmem.launch.output;
