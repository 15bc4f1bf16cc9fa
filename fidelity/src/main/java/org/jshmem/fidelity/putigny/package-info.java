// SPDX-License-Identifier: Apache-2.0
/// Putigny, Ruelle and Goglin, PDSEC 2014: the rates of loads and stores in each state of the lines.
package org.jshmem.fidelity.putigny;
