// SPDX-License-Identifier: Apache-2.0
/// The flight recorder: records the operations and waits of each PE in a file that outlives the PE, and evaluates such
/// files.
///
/// ```
///   TracedTransport, TracedChannel    in front of a backend, real or simulated: record its operations
///   Recorder                          appends events to the PE's ring in the file; SourceLines finds source lines
///   TraceFile                         the layout of the file
///   ------------------------------------------------------------------------------------------------
///   Trace, Track, TraceEvent          the events of the mapped file, as objects on demand
///   WaitCauses                        the put, signal or atomic that ended each wait
///   Timeline                          Perfetto's and Chrome's format
///   CriticalPath                      the chain of events that took the time of a job
///   TracePage, Detail, trace.js       one HTML page: a timeline in levels of detail, arrows, a matrix, tables
///   Summary                           a text: waits, imbalance of collectives, late senders, critical path
/// ```
///
/// Without a trace no call enters a class of this package.
package org.jshmem.trace;
