// SPDX-License-Identifier: Apache-2.0
/// Where the collectives keep what in each PE's region, and which PEs a team is made of.
package org.jshmem.collective.layout;
