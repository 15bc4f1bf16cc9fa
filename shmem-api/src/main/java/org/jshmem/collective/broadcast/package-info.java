// SPDX-License-Identifier: Apache-2.0
/// The algorithms of broadcast: one member to all.
package org.jshmem.collective.broadcast;
