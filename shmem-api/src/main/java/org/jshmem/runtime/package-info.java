// SPDX-License-Identifier: Apache-2.0
/// The implementation of the API over `Transport`: sessions, the symmetric heap, arrays and waits, teams, contexts,
/// locks, settings. It depends on no backend. May import `org.jshmem`, `org.jshmem.transport`, `org.jshmem.collective`
/// and `org.jshmem.start`.
package org.jshmem.runtime;
