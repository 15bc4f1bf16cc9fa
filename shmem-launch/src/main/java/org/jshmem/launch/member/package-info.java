// SPDX-License-Identifier: Apache-2.0
/// A JVM with several PEs: each with its own copy of the program's classes, its own standard streams, its own end.
package org.jshmem.launch.member;
