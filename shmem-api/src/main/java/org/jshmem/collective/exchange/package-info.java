// SPDX-License-Identifier: Apache-2.0
/// The algorithms of alltoall: a block from each member to each.
package org.jshmem.collective.exchange;
