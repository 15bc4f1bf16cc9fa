// SPDX-License-Identifier: Apache-2.0
/// The one implementation of the API, over `Transport`: sessions, the symmetric heap, arrays and waits, teams,
/// contexts, locks, settings. Knows no backend. May import `org.jshmem`, `org.jshmem.transport` and
/// `org.jshmem.collective`.
package org.jshmem.runtime;
