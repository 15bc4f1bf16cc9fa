// SPDX-License-Identifier: Apache-2.0
/// Two-sided messages over flags and mailboxes, and the collectives over them: for machines whose fast memory is a
/// few kilobytes at each core. Further software costs of such machines' libraries are imitated elsewhere.
package org.jshmem.collective.papers.message;
