// SPDX-License-Identifier: Apache-2.0
/// The seam: what a backend must do, and nothing else.
///
/// ```
///   org.jshmem.runtime, .collective         everything that is true on all machines, once
///   ------------------------------------------------------------------------------------------
///   Transport   who and where     pe, npes, reach(pe): self, load and store, or RMA; topology
///               memory            regions of spaces, zero, address within reach
///               waiting           on own memory, and on others' within reach; Wait says what for
///               time, life        clock, sleep, enter, leave, abort
///   Channel     one per context   put, get, atomic, signal after data to that PE, quiet; and over them
///                                 store, load, copy, Nbi forms, release to all, fence, quiet of one PE
///   Pricing     virtual time only direct accesses and computation, which no simulator can see
///   ------------------------------------------------------------------------------------------
///   a backend: mapped memory, a network, a simulated machine
/// ```
///
/// A backend gives each PE a *region* of the same size, numbered in bytes from 0, that consists of one or more
/// *spaces*. What lies where is decided above: the system area first (flags and buffers of the collectives),
/// then the symmetric heap. All arguments arrive checked: the PE exists, the range lies in the region, atomics
/// are aligned. Between [org.jshmem.transport.Transport#leave] and another
/// [org.jshmem.transport.Transport#enter] nothing is called.
///
/// No caller may assume that another PE's memory has an address, that a put is there before a `quiet`,
/// that a signal says anything of data at a third PE, that one can wait on another PE's memory. `reach` tells
/// the first and the last; the test jar's `FarTransport` is a backend on which all four fail, and everything
/// above has to run on it.
///
/// Writing one: implement [org.jshmem.transport.Transport] and the six duties of [org.jshmem.transport.Channel];
/// offer a [org.jshmem.transport.TransportProvider] as a service; subclass `TransportContract`,
/// `CollectiveContract` and the API's contracts (test jar of this module) in a few lines each and run them. Then
/// replace defaults by what the machine does better.
///
/// May import `org.jshmem` only.
package org.jshmem.transport;
