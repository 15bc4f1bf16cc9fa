// SPDX-License-Identifier: Apache-2.0
/// Common parts of several kinds of memories: the capacity of a cache, and a server with a queue.
package org.jshmem.sim.parts;
