// SPDX-License-Identifier: Apache-2.0
/// The comparison of the simulated machines with publications: a list of claims as data
/// ([org.jshmem.fidelity.Claim]), experiments that only measure ([org.jshmem.fidelity.Experiment]), and the board
/// that compares them.
///
/// A paper is a [org.jshmem.fidelity.Paper], found as a service: a package with its claims in a file, its algorithms
/// and its experiments. A role is the meaning of agreement with a claim, and never improves.
package org.jshmem.fidelity;
