// SPDX-License-Identifier: Apache-2.0
/// What the simulated machines get right: published targets as data ([org.jshmem.fidelity.Target]), experiments that
/// only measure ([org.jshmem.fidelity.Experiment]), and the board that holds one to the other.
///
/// A paper is a [org.jshmem.fidelity.Paper], found as a service: a package with its targets in a CSV file, its
/// algorithms and its experiments. Roles say what agreement can prove, and never get better.
package org.jshmem.fidelity;
