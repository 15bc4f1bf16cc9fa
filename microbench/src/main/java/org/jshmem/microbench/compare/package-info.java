// SPDX-License-Identifier: Apache-2.0
/// `oshrun compare`: measures this library, an OpenSHMEM of C, and C without a library in turn, and writes a page.
package org.jshmem.microbench.compare;
