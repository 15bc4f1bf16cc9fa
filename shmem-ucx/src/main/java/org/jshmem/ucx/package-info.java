// SPDX-License-Identifier: Apache-2.0
/// The backend for several hosts: PEs of one host share memory as in [org.jshmem.shm]. Other hosts are reached by
/// messages to an agent, which carries them out on the memory that its PEs share.
///
/// ```
///   PE ---- loads, stores ----> job file of its host <---- Agent   one thread and one wire a host
///   PE ---- Client: messages -----------------------------> |      puts, gets, atomics, flags for PEs of that host
/// ```
///
/// [org.jshmem.ucx.Wire] carries the messages: by UCX, by TCP sockets, or in tests by a wire that delays and reorders.
package org.jshmem.ucx;
