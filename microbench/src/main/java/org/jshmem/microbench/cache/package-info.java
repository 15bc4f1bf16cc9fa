// SPDX-License-Identifier: Apache-2.0
/// Tests of cache lines in each state of the coherence protocol, after Putigny and after Ramos and Hoefler.
package org.jshmem.microbench.cache;
