// SPDX-License-Identifier: Apache-2.0
/// Memory that caches share: who holds which line, what an access costs because of it, and when lines leave a cache.
/// Prices are those of Ramos & Hoefler's model, under the names of their symbols; a machine of this kind gives these
/// parameters and shares the code.
package org.jshmem.sim.coherent;
