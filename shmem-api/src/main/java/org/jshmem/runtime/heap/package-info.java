// SPDX-License-Identifier: Apache-2.0
/// The state that all objects of a PE share between its first init and its last finalize: the memories of the machine,
/// the blocks in them, and their allocator.
package org.jshmem.runtime.heap;
