// SPDX-License-Identifier: Apache-2.0

/// Results and their presentation: one [org.jshmem.report.Result] for every figure of the project, as JSON lines and
/// CSV, with intervals and a test of changes, and one [org.jshmem.report.Page] that needs no network.
///
/// The package is independent of OpenSHMEM: it imports no other package of this project.
package org.jshmem.report;
