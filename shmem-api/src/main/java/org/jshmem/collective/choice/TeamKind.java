// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// The facts of a team on which the choice of an algorithm depends, equal on all its members.
///
/// @param members the number of members
/// @param inTurn whether more than two members take turns on the cores of a host
/// @param severalHosts whether members are on several hosts
/// @param hostsInOrder whether the members of each host are adjacent in the team
public record TeamKind(int members, boolean inTurn, boolean severalHosts, boolean hostsInOrder) {}
