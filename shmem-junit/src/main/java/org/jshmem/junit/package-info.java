// SPDX-License-Identifier: Apache-2.0
/// JUnit tests that run as several PEs: put [org.jshmem.junit.ShmemTest] on a method.
package org.jshmem.junit;
