// SPDX-License-Identifier: Apache-2.0
/// The layout of the collectives' data in each PE's region, and the members of a team.
package org.jshmem.collective.layout;
