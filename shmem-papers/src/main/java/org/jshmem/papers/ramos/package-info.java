// SPDX-License-Identifier: Apache-2.0
/// Ramos & Hoefler, HPDC 2013: the formulas, the trees that they make cheapest, and the algorithms.
package org.jshmem.papers.ramos;
