// SPDX-License-Identifier: Apache-2.0
/// Runs the library's own compiled code in every order that a memory model allows, up to the bound of a scene:
/// a class loader sends each access to memory, fence and futex call to a model, which decides what comes next.
package org.jshmem.explore;
