// SPDX-License-Identifier: Apache-2.0
/// The algorithms that no rule of `auto` takes: those of the papers whose results are compared, for programs that
/// choose them by name and for calibrations. A table finds their rows as a service,
/// [org.jshmem.collective.choice.Selection.More]; no package imports this one.
package org.jshmem.collective.papers;
