// SPDX-License-Identifier: Apache-2.0
/// The one implementation of the API: sessions, heap allocator, teams, contexts, locks, settings. Internal.
///
/// May import `org.jshmem`, `org.jshmem.transport` and `org.jshmem.collective`.
package org.jshmem.runtime;
