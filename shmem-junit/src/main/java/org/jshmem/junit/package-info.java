// SPDX-License-Identifier: Apache-2.0
/// Support for JUnit tests that run as several PEs: put [org.jshmem.junit.ShmemTest] on a method.
package org.jshmem.junit;
