// SPDX-License-Identifier: Apache-2.0
/// Every collective algorithm of the library, once, over [org.jshmem.transport.Transport].
///
/// This package presents a team to the algorithms:
/// - [org.jshmem.collective.Group]: the members and the chosen algorithms. It has all of the following.
/// - [org.jshmem.collective.CallSequence]: the calls of the members, and the signals of progress between them.
/// - [org.jshmem.collective.Barrier]: the ways in which all members meet.
/// - [org.jshmem.collective.Buffers]: the buffers in which members leave bytes for each other.
/// - [org.jshmem.collective.TeamLayout]: the places of flags and MPB.
/// - [org.jshmem.collective.Hierarchy]: a team on several hosts as two groups.
/// - [org.jshmem.collective.TeamMemory]: the members' memory, and copies between members.
/// - [org.jshmem.collective.Reduction]: a running reduction.
///
/// Below it:
/// - `layout`: the places of flags and buffers in each PE's region; the members of a team.
/// - `kernel`: the only numeric loops.
/// - `choice`: an algorithm with its name, and the service by which other modules add algorithms.
/// - `diagnose`: the messages about calls that do not match and about PEs that wait for each other.
///
/// Above it, in `algorithm`: each collective with its algorithms and a method `auto` that takes one for a call, and
/// `AlgorithmNames`, which finds algorithms by name. An algorithm is one class with its picture and its cost.
///
/// Sources and destinations are offsets in regions, checked by the caller. No algorithm writes to another PE's
/// objects before it has checked that this PE makes the same call. Internal: programs use [org.jshmem.Team].
package org.jshmem.collective;
