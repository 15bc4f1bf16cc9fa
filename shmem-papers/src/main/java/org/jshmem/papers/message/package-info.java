// SPDX-License-Identifier: Apache-2.0
/// Two-sided messages over flags and MPBs, and the collectives over them: for machines whose fast memory is a
/// few kilobytes at each core. [Rcce] has the further software costs of such machines' libraries.
package org.jshmem.papers.message;
