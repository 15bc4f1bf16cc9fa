// SPDX-License-Identifier: Apache-2.0
/// The algorithms of collect and fcollect: the blocks of all members to all.
package org.jshmem.collective.gather;
