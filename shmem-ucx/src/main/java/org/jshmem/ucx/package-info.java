// SPDX-License-Identifier: Apache-2.0
/// The backend for several hosts: PEs of one host share memory as in [org.jshmem.shm], other hosts are reached by
/// messages to an agent that carries them out on the memory its PEs share.
///
/// ```
///   PE ---- loads, stores ----> job file of its host <---- Agent   one thread and one wire a host
///   PE ---- Route: messages ------------------------------> |      puts, gets, atomics, flags for PEs of that host
/// ```
///
/// [org.jshmem.ucx.Wire] is what carries the messages: UCX, or in tests a wire that delays and reorders.
package org.jshmem.ucx;
