// SPDX-License-Identifier: Apache-2.0
/// Every collective algorithm of the library, once, over [org.jshmem.transport.Transport].
///
/// - [org.jshmem.collective.SystemLayout]: where flags and buffers lie in each PE's region.
/// - `Flags`: the members of a team, their calls, and how one tells another how far it has come.
/// - [org.jshmem.collective.Group]: a team as the algorithms see it: how all members meet, and their buffers.
/// - `Ledger` over `Records`: what each member says it is in; finds collectives that do not match. `Circle` over
///   `Blocked`: finds PEs that wait for each other on different teams. Either passes a `Verdict`, which ends a team.
/// - [org.jshmem.collective.Combine]: the only numeric loops.
/// - `Reductions`, `Broadcasts`, `Gathers`, `Exchanges`, `Scans`: a collective each, with its algorithms in files
///   of their own and its `Selection` table.
///
/// Sources and destinations are offsets in regions, checked by the caller; no algorithm writes to another PE's
/// objects before it knows that this PE makes the same call. Internal: programs see [org.jshmem.Team].
///
/// May import `org.jshmem` and `org.jshmem.transport`.
package org.jshmem.collective;
