// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.List;

/// A word of the job file's control area. The hex dump, the inspector and docs/internals/memory-layout.md read these
/// lists.
///
/// @param name how people call it
/// @param offset where it begins, in the header or in a slot
/// @param width its bytes: 4 or 8
/// @param writer the processes that write it
/// @param meaning what it says
public record Word(String name, int offset, int width, String writer, String meaning) {
    /// The words of the header.
    public static final List<Word> HEADER = List.of(
            new Word("magic", JobLayout.MAGIC_OFFSET, 8, "launcher", "the magic number"),
            new Word("version", JobLayout.VERSION_OFFSET, 4, "launcher", "version of this layout"),
            new Word("npes", JobLayout.NPES_OFFSET, 4, "launcher", "PEs of the job"),
            new Word("region bytes", JobLayout.REGION_BYTES_OFFSET, 8, "launcher", "bytes of each region"),
            new Word(
                    "heap bytes",
                    JobLayout.HEAP_BYTES_OFFSET,
                    8,
                    "launcher",
                    "of each region, what programs may allocate"),
            new Word("file bytes", JobLayout.FILE_BYTES_OFFSET, 8, "launcher", "bytes of the file"),
            new Word("launcher pid", JobLayout.LAUNCHER_PID_OFFSET, 8, "launcher", "process that made the file"),
            new Word(
                    "timeout",
                    JobLayout.TIMEOUT_OFFSET,
                    8,
                    "launcher, PEs",
                    "the longest wait, nanoseconds; 0 for none"),
            new Word(
                    "created",
                    JobLayout.CREATED_OFFSET,
                    8,
                    "launcher",
                    "when the file was made, milliseconds since 1970"),
            new Word("cores", JobLayout.CORES_OFFSET, 4, "launcher", "cores that the PEs share"),
            new Word("jvms", JobLayout.JVMS_OFFSET, 4, "launcher", "JVMs that the PEs are dealt to in blocks"),
            new Word("job id", JobLayout.JOB_ID_OFFSET, 8, "launcher", "random, printed in hexadecimal"),
            new Word(
                    "start bytes",
                    JobLayout.START_BYTES_OFFSET,
                    8,
                    "launcher",
                    "of each region, what is backed before any PE starts"),
            new Word(
                    "abort",
                    JobLayout.ABORT_OFFSET,
                    8,
                    "the PE or launcher that ends the job",
                    "0 while the job runs; an Abort code in the highest byte, 1 + the PE it came from in 24 bits, the exit status"),
            new Word(
                    "reported",
                    JobLayout.REPORTED_OFFSET,
                    4,
                    "launcher",
                    "1 once the launcher has printed who waits for whom"),
            new Word(
                    "traces",
                    JobLayout.TRACES_OFFSET,
                    8,
                    "a PE that fails",
                    "the first of %d words: the hash of a stack trace, and 1 + the PE that printed it in 24 bits"
                            .formatted(JobLayout.TRACES)));

    /// The words of a PE's slot.
    public static final List<Word> SLOT = List.of(
            new Word("state", JobLayout.STATE_OFFSET, 4, "its PE, launcher", "a PeState"),
            new Word("status", JobLayout.STATUS_OFFSET, 4, "launcher", "exit status once it has failed"),
            new Word("pid", JobLayout.PID_OFFSET, 8, "its PE", "process of the PE"),
            new Word(
                    "started",
                    JobLayout.STARTED_OFFSET,
                    8,
                    "its PE",
                    "when it had mapped the file, nanoseconds of the machine's clock"),
            new Word("born", JobLayout.BORN_OFFSET, 8, "its PE", "when its process started, in ticks since boot"),
            new Word(
                    "core",
                    JobLayout.CORE_OFFSET,
                    4,
                    "its PE",
                    "1 + the core that it ran on when it last looked; 0 while it sleeps or never looked"),
            new Word(
                    "bell",
                    JobLayout.BELL_OFFSET,
                    4,
                    "any PE",
                    "rung (counted up) when a sleeping thread should look; a futex"),
            new Word(
                    "asleep",
                    JobLayout.ASLEEP_OFFSET,
                    4,
                    "any PE",
                    "1 + the line that a thread sleeps on; -1 for several, 0 for none"),
            new Word(
                    "wait since",
                    JobLayout.WAIT_SINCE_OFFSET,
                    8,
                    "its PE",
                    "since when it waits, nanoseconds of the machine's clock; 0 when not waiting"),
            new Word("wait pe", JobLayout.WAIT_PE_OFFSET, 4, "its PE", "whose memory it waits on"),
            new Word("wait cmp", JobLayout.WAIT_CMP_OFFSET, 4, "its PE", "ordinal of the Cmp, or -1 for several words"),
            new Word("wait word", JobLayout.WAIT_WORD_OFFSET, 8, "its PE", "offset in that region"),
            new Word("wait value", JobLayout.WAIT_VALUE_OFFSET, 8, "its PE", "what the word is compared with"),
            new Word("waited", JobLayout.WAITED_OFFSET, 8, "its PE", "nanoseconds spent in slow waits"),
            new Word("waits", JobLayout.WAITS_OFFSET, 8, "its PE", "slow waits so far"),
            new Word("put bytes", JobLayout.PUT_BYTES_OFFSET, 8, "its PE", "put so far by transfers of 4 KiB and more"),
            new Word("got bytes", JobLayout.GOT_BYTES_OFFSET, 8, "its PE", "got so far by transfers of 4 KiB and more"),
            new Word(
                    "wait text",
                    JobLayout.WAIT_TEXT_OFFSET,
                    4,
                    "its PE",
                    "bytes of text after it, once it has waited for 10 ms: the program's line, a tab, what it waits for"));
}
