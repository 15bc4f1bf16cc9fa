// SPDX-License-Identifier: Apache-2.0
/// What a backend must do, and nothing else: a port of this library is one class that implements
/// [org.jshmem.transport.Transport].
///
/// A backend gives each PE a *region* of the same size, numbered in bytes from 0. What lies where in a region is
/// decided above: the system area first (flags and scratch of the collectives), then the symmetric heap. All
/// arguments arrive checked: the PE exists, the range lies in the region, atomics are aligned. Between
/// [org.jshmem.transport.Transport#leave] and another [org.jshmem.transport.Transport#enter] nothing is called.
///
/// Writing one:
/// 1. Map or allocate the regions so that `address` can name every byte; where a machine cannot, say so with 0.
/// 2. Move bytes: `load`, `store`, `put`, `get`, `copy`, `atomic`. Own memory goes through the same calls.
/// 3. Order them: `fence`, `quiet`, `signal`. Wait for them: `await`, `awaitAny`.
/// 4. Give it a clock, and an end: `abort`, `leave`.
/// 5. Subclass `TransportContract`, `CollectiveContract` and the API's contracts (test jar of this module) in a few
///    lines each and run them.
///
/// May import `org.jshmem` only.
package org.jshmem.transport;
