// SPDX-License-Identifier: Apache-2.0
/// OpenSHMEM 1.6 for Java: the interfaces that programs are written to. Start at [org.jshmem.Shmem].
///
/// If you know C: the operation keeps its name, and the element type becomes the class of the array.
/// `shmem_long_put(&dest[i], src, n, pe)` is `dest.put(i, src, 0, n, pe)` with a [org.jshmem.SymLongs].
///
/// | to | use |
/// |-|-|
/// | run as N PEs | [org.jshmem.Shmem#run], `bin/oshrun -np N` |
/// | have an array on every PE | [org.jshmem.Shmem#longs] and its siblings |
/// | write or read another PE's copy | `put`, `get` of [org.jshmem.SymArray]; `p`, `g` of one element |
/// | learn that data have arrived | [org.jshmem.Signal], `putSignal`; [org.jshmem.SymWords#waitUntil(long,Cmp,long)] |
/// | update a counter of another PE | `add`, `fetchAdd` and others of [org.jshmem.SymLongs] and [org.jshmem.SymInts] |
/// | combine values of all PEs | [org.jshmem.Team#reduce(Op,SymNumbers,SymNumbers,long)] |
///
/// | exception | reason | the job can go on |
/// |-|-|-|
/// | `IllegalArgumentException`, `IndexOutOfBoundsException`, `NullPointerException` | wrong arguments | yes |
/// | `IllegalStateException` | a freed object, a closed handle, a wrong thread, a lock not held | yes |
/// | [org.jshmem.SymmetricHeapException] | the symmetric heap is full, on every PE | yes |
/// | [org.jshmem.ShmemInterruptedException] | the thread was interrupted in a wait or a sleep | yes |
/// | [org.jshmem.CollectiveMismatchException] | members of a team made different calls | without that team |
/// | [org.jshmem.ShmemTimeoutException] | a wait took longer than `--timeout` | after a wait for a word: yes |
/// | [org.jshmem.PeerFailedException] | another PE failed | no: the launcher ends the job |
///
/// An interrupt ends a wait for a word or a signal, and a sleep, by [org.jshmem.ShmemInterruptedException]; every
/// other call completes as if the flag were not set. The flag stays set in both cases. An interrupt of the thread that
/// called [org.jshmem.Shmem#runInProcess(int,org.jshmem.Program)] ends that job.
package org.jshmem;
