// SPDX-License-Identifier: Apache-2.0
/// Memory with coherent caches: the cores that hold each line, the resulting cost of an access, and the time at which
/// lines leave a cache. Costs are those of Ramos & Hoefler's model, under the names of their symbols. Machines of this
/// kind differ in parameters and share the code.
package org.jshmem.sim.coherent;
