// SPDX-License-Identifier: Apache-2.0
/// The algorithms of all collectives. A list for each collective has them by their names, with what `auto` takes:
/// `Broadcasts`, `Gathers` (collect, fcollect), `Exchanges` (alltoall), `Reductions`, `Scans`.
package org.jshmem.collective.algorithm;
