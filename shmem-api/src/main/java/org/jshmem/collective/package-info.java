// SPDX-License-Identifier: Apache-2.0
/// Every collective algorithm of the library, once, over [org.jshmem.transport.Transport].
///
/// This package is a team as the algorithms see it:
/// - `Flags`: the members, their calls, and how one tells another how far it has come; `Deputy` ends interrupted calls.
/// - `Meetings`: how all members meet; `Levels` orders members by hosts.
/// - [org.jshmem.collective.Group]: which algorithm a call takes, and the buffers of the members.
/// - [org.jshmem.collective.Transfer]: how bytes get from one member to another.
/// - [org.jshmem.collective.Reduction]: what is combined; [org.jshmem.collective.Barriers]: the table of ways to meet.
///
/// Below it:
/// - `layout`: where flags and buffers lie in each PE's region; the members of a team.
/// - `kernel`: the only numeric loops.
/// - `choice`: tables of algorithms, what they cost, and the choice between them.
/// - `diagnose`: what is wrong when calls do not match or PEs wait for each other.
///
/// Above it: `broadcast`, `gather`, `exchange`, `reduce` (with scans), `message` (for the SCC), and their `catalog`. An
/// algorithm is one class, and one row with its cost and when it is chosen.
///
/// Sources and destinations are offsets in regions, checked by the caller; no algorithm writes to another PE's
/// objects before it knows that this PE makes the same call. Internal: programs see [org.jshmem.Team].
package org.jshmem.collective;
