// SPDX-License-Identifier: Apache-2.0
/// A job on several hosts. `mpirun`, `prterun` or `srun` starts one `oshrun` on each host, which runs the PEs of its
/// host as a job of its own; the JVMs find each other by PMIx.
///
/// ```
///   oshrun --hosts a,b -np 8 app
///     | mpirun                                  (Engine: its command line)
///     java ... Oshrun --placement   on a        java ... Oshrun --placement   on b     (HostPart)
///       JVMs with PEs 0 to 3                      JVMs with PEs 4 to 7
/// ```
///
/// [org.jshmem.launch.hosts.Hostlist] reads where PEs may run, [org.jshmem.launch.hosts.Placing] assigns them.
package org.jshmem.launch.hosts;
