// SPDX-License-Identifier: Apache-2.0
/// The seam between the library and its backends: the duties of a backend, and no others.
///
/// ```
///   org.jshmem.runtime, .collective         code that is common to all machines
///   ------------------------------------------------------------------------------------------
///   Transport   PE and placement  pe, npes, reach(pe): self, load and store, or RMA; topology
///               memory            regions of spaces, zero, address within reach
///               waiting           on own memory; a Wait for each
///               time, life        clock, sleep, enter, leave, abort
///   Channel     one per context   put, get, atomic, signal after data to that PE, quiet; and over them
///                                 store, load, copy, Nbi forms, release to all, fence, quiet of one PE
///   DirectAccess  loads, stores and copies of memory that has an address, and computation
///   ------------------------------------------------------------------------------------------
///   a backend: mapped memory, a network, a simulated machine
/// ```
///
/// A backend gives each PE a *region*. All regions have one size, and their bytes are numbered from 0. A region
/// consists of one or more *spaces*. The library decides the layout: first the system area with flags and buffers of
/// the collectives, then the symmetric heap. All arguments arrive checked: the PE exists, the range lies in the region,
/// atomics are aligned. Between [org.jshmem.transport.Transport#leave] and another
/// [org.jshmem.transport.Transport#enter] the runtime moves no bytes and does not wait.
///
/// A caller must not assume that another PE's memory has an address, or that a PE can wait on it. It must not
/// assume that a put has arrived before a `quiet`, or that a signal orders data at a third PE. `reach` answers the
/// first two. The test jar's `FarTransport` is a backend on which all four assumptions fail, and all code above
/// runs on it.
///
/// A new backend has twelve duties: seven of [org.jshmem.transport.Transport] and five of
/// [org.jshmem.transport.Channel]. `LeastTransport` in the test jar has no other method and keeps the contract.
/// One over another backend extends [org.jshmem.transport.TransportLayer]. It offers a
/// [org.jshmem.transport.TransportProvider] as a service. Its tests subclass `TransportContract`, `CollectiveContract`
/// and the API's contracts (test jar of this module) in a few lines each. After they pass, it replaces defaults by
/// faster operations of its machine.
///
/// May import `org.jshmem` only.
package org.jshmem.transport;
