// SPDX-License-Identifier: Apache-2.0
/// The implementation of the API over `Transport`. It depends on no backend. This package is the way in:
/// - `Provider` is the service behind `Shmem`, and `PeBinding` finds the calling PE.
/// - `SessionHandle` is a program's `Shmem`, and the last one ends the session.
/// - `InProcessJob` runs a job in this JVM.
///
/// Below it, each package importing only those above it in this list, and `lock`, `mailbox`, `team` and `profile` not
/// each other:
/// - `settings`: the environment, and the notations of sizes and times.
/// - `heap`: the session, which is the state that all objects of a PE share: memories, blocks, their allocator.
/// - `array`: arrays, words, signals, and the contexts through which they are seen.
/// - `team`: teams, their collectives, splits and active sets. `lock`: locks. `mailbox`: messages. `profile`: the
/// reports to listeners.
package org.jshmem.runtime;
