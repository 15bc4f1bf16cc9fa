// SPDX-License-Identifier: Apache-2.0
/// STREAM over symmetric arrays.
package org.jshmem.microbench.stream;
