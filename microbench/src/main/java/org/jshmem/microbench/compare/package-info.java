// SPDX-License-Identifier: Apache-2.0
/// `oshrun compare`: this library, an OpenSHMEM of C and C without a library in turn, and the page of it.
package org.jshmem.microbench.compare;
