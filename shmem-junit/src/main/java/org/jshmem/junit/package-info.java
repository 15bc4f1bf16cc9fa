// SPDX-License-Identifier: Apache-2.0
/// Unit tests of programs for several PEs: [org.jshmem.junit.ShmemTest] on a method is all there is to know.
package org.jshmem.junit;
