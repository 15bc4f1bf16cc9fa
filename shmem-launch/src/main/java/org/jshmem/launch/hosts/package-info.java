// SPDX-License-Identifier: Apache-2.0
/// A job on several hosts. The launcher starts one process on each, [org.jshmem.launch.hosts.HostMain], and exchanges
/// frames with it over its standard input and output. That process makes the host's job file, starts the host's PEs and
/// serves their memory to the other hosts.
///
/// ```
///   oshrun: Job, Output, reports, one job file without regions (the mirror)
///     | stdin, stdout of `ssh a ...`            | of `ssh b ...`
///   HostMain on a: job file, PEs 0 to 3       HostMain on b: job file, PEs 4 to 7
/// ```
///
/// For the rest of the launcher a remote process is a [org.jshmem.launch.job.Part] like any other, and the mirror is a
/// job file like any other. So output, exit status, signals, timeouts, reports, `--ps` and `--inspect` work as they do
/// on one host.
package org.jshmem.launch.hosts;
