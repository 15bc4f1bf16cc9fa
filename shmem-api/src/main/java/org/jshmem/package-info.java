// SPDX-License-Identifier: Apache-2.0
/// What a program sees of OpenSHMEM on the JVM: the contract, and no mechanism.
///
/// The C verb stays and the C type suffix moves into the receiver: `shmem_long_put(dest, src, n, pe)` is
/// `dest.put(src, pe)` with a [org.jshmem.SymLongs]. Start at [org.jshmem.Shmem].
///
/// This package imports nothing but `java.base`. The one implementation behind it lives in
/// `org.jshmem.runtime` and is found through [org.jshmem.ShmemProvider].
package org.jshmem;
