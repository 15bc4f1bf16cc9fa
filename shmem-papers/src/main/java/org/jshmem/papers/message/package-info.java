// SPDX-License-Identifier: Apache-2.0
/// Two-sided messages, and the collectives over them. [Messages] are those of machines whose fast memory is a few
/// kilobytes at each core, and [Rcce] has the further software costs of such machines' libraries. [MpichMessages] are
/// those of coherent memory: loads, stores and copies have their costs, and matching and requests have none unless
/// `t_mpi` is set.
package org.jshmem.papers.message;
