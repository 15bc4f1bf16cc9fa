// SPDX-License-Identifier: Apache-2.0
/// Parts that memories of several kinds are made of: a cache's capacity, a server of a queue.
package org.jshmem.sim.parts;
