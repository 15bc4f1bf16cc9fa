// SPDX-License-Identifier: Apache-2.0
/// PEs of several hosts: messages between their JVMs by UCX.
///
/// A service: no other package imports it. May import `org.jshmem`, `org.jshmem.transport` and `org.jshmem.shm`.
package org.jshmem.hosts;
