// SPDX-License-Identifier: Apache-2.0
/// Every collective algorithm of the library, once, over [org.jshmem.transport.Transport].
///
/// - [org.jshmem.collective.SystemLayout]: where flags and buffers lie in each PE's region.
/// - `Flags`: the members of a team, their calls, and how one tells another how far it has come.
/// - [org.jshmem.collective.Group]: a team as the algorithms see it: how all members meet, and their buffers.
/// - [org.jshmem.collective.Transfer]: how bytes get from one member to another.
/// - [org.jshmem.collective.Catalog] of [org.jshmem.collective.Selection]s: the tables of algorithms. An algorithm
/// is one
///   class, and one row with its cost and when it is chosen.
/// - [org.jshmem.collective.Combine]: the only numeric loops.
///
/// The collectives: `sync`, `broadcast`, `gather`, `exchange`, `reduce` (with scans). What is wrong when calls do not
/// match or PEs wait for each other: `diagnose`.
///
/// Sources and destinations are offsets in regions, checked by the caller; no algorithm writes to another PE's
/// objects before it knows that this PE makes the same call. Internal: programs see [org.jshmem.Team].
///
/// May import `org.jshmem` and `org.jshmem.transport`.
package org.jshmem.collective;
