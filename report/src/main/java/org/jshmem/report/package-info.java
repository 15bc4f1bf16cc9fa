// SPDX-License-Identifier: Apache-2.0

/// What was measured, and how it is shown: one [org.jshmem.report.Result] for every figure of the project, JSON lines
/// and CSV of it, intervals and tests, and one [org.jshmem.report.Page] that needs no network. Knows nothing of
/// OpenSHMEM: it imports no other package of ours.
package org.jshmem.report;
