// SPDX-License-Identifier: Apache-2.0
/// The comparison of the simulated machines with publications: targets as data ([org.jshmem.fidelity.Target]),
/// experiments that only measure ([org.jshmem.fidelity.Experiment]), and the board that compares them.
///
/// A paper is a [org.jshmem.fidelity.Paper], found as a service: a package with its targets in a CSV file, its
/// algorithms and its experiments. A role is the meaning of agreement with a target, and never improves.
package org.jshmem.fidelity;
