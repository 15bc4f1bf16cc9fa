// SPDX-License-Identifier: Apache-2.0
/// Putigny, Ruelle and Goglin, PDSEC 2014: messages as a pipeline of two copies, predicted from the rates of loads and
/// stores in each state of the lines.
package org.jshmem.fidelity.putigny;
