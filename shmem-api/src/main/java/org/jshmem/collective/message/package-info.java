// SPDX-License-Identifier: Apache-2.0
/// Two-sided messages over flags and mailboxes, and the collectives that are built on them: for machines whose
/// fast memory is a few kilobytes at each core. What libraries of such machines do besides is imitated elsewhere.
package org.jshmem.collective.message;
