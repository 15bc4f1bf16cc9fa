// SPDX-License-Identifier: Apache-2.0
/// Grand canonical Monte Carlo of charged particles, written to the public API, and the ladder of algorithms for its
/// sums. Every step of this application ends in a sum of 552 doubles over all PEs.
package org.jshmem.gcmc;
