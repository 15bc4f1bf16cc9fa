// SPDX-License-Identifier: Apache-2.0
/// Grand canonical Monte Carlo of charged particles, written to `org.jshmem` alone: an application whose every
/// step ends in a sum of 552 doubles over all PEs; and the ladder of algorithms for that sum.
package org.jshmem.gcmc;
