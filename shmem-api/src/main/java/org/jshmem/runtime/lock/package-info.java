// SPDX-License-Identifier: Apache-2.0
/// Locks, in the order in which PEs arrive.
package org.jshmem.runtime.lock;
