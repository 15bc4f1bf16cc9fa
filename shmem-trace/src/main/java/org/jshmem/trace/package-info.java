// SPDX-License-Identifier: Apache-2.0
/// The flight recorder: what each PE did and waited for, in a file that outlives it, and what is made of that.
///
/// ```
///   TracedTransport, TracedChannel    stand before a backend, real or simulated, and see what passes
///   Recorder                          appends events to the PE's ring in the file; Sites finds source lines
///   TraceFile                         where everything lies in the file
///   Handover                          parts of several hosts' files come into one
///   ------------------------------------------------------------------------------------------------
///   Trace, Track, Event               the file as objects
///   Causes                            which put, signal or atomic ended which wait
///   Timeline                          Perfetto's and Chrome's format
///   Summary                           who waited where, for whom
/// ```
///
/// A transport that is not traced never meets a class of this package.
package org.jshmem.trace;
