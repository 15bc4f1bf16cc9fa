// SPDX-License-Identifier: Apache-2.0
/// The NAS kernels IS and SP, written to `org.jshmem` alone.
package org.jshmem.nas;
