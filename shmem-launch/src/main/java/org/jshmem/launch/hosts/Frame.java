// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.job.PeStart;
import org.jshmem.shm.JobLayout.Abort;
import org.jshmem.transport.Shape;

/// What launcher and [HostMain] send each other. [Frames] writes each as its number in the order of this file,
/// a length, and its components.
sealed interface Frame {

    // --- from a host. The greeting changes with what is before the first of the others.

    /// What the host is.
    ///
    /// @param build what has to be the same everywhere
    /// @param cores that PEs may use
    /// @param ucx its version of UCX; empty where `withoutUcx` says why it cannot be used
    /// @param interfaces on which its agent may listen
    record Hello(Map<String, String> build, int cores, String ucx, String withoutUcx, Interfaces interfaces)
            implements Frame {}

    /// The address of its agent, or why there is none.
    record Ready(String refusal, byte[] address) implements Frame {}

    /// A PE's process, or why there is none.
    record Started(int pe, long pid, String refusal) implements Frame {}

    /// Bytes of a PE's standard output or error; none for its end.
    record Output(int pe, boolean error, byte[] bytes) implements Frame {}

    /// A PE's exit status.
    record Ended(int pe, int status) implements Frame {}

    /// A PE's control slot, when `nanoTime` there was this.
    record Slot(int pe, long nanos, byte[] bytes) implements Frame {}

    /// A piece of a PE's region that reports read.
    record Piece(int pe, long offset, byte[] bytes) implements Frame {}

    /// What a PE sends to the launcher.
    record Event(int kind, int pe, String text) implements Frame {}

    /// A host that does not answer this one.
    record Lost(int host, String why) implements Frame {}

    /// How much of its input PE 0 has taken.
    record InputTaken(int bytes) implements Frame {}

    /// A piece of what a PE has recorded.
    record Recorded(int pe, long offset, byte[] bytes) implements Frame {}

    /// That was all of it, or why there is no more.
    record Collected(String why) implements Frame {}

    // --- from the launcher

    /// What the job is made with.
    ///
    /// @param hosts all hosts, without the addresses of their agents
    /// @param host which of them this is
    /// @param own the address on which its agent listens
    /// @param silenceNanos how long the launcher may be silent
    /// @param traceBytes for what each PE records; 0 where it does not
    record SetUp(
            Shape shape,
            Path heapFolder,
            String hosts,
            int host,
            InetAddress own,
            long silenceNanos,
            long traceBytes,
            ProgramFiles program)
            implements Frame {}

    /// All hosts, with the addresses of their agents.
    record AllHosts(String text) implements Frame {}

    /// The processes of the host, to be started: one, and the numbers of the others.
    record Start(PeStart first, List<Numbers> others) implements Frame {
        /// As in [PeStart].
        record Numbers(int first, int count, int nth) {}

        static Start of(List<PeStart> processes) {
            return new Start(
                    processes.getFirst(),
                    processes.stream()
                            .skip(1)
                            .map(each -> new Numbers(each.first(), each.count(), each.nth()))
                            .toList());
        }

        List<PeStart> processes() {
            List<PeStart> processes = new ArrayList<>(List.of(first));
            for (Numbers each : others) processes.add(first.like(each.first, each.count, each.nth));
            return processes;
        }
    }

    /// Bytes for the standard input of PE 0; none for its end.
    record Input(byte[] bytes) implements Frame {}

    /// How much of what a PE wrote has found its reader.
    record OutputTaken(int pe, boolean error, int bytes) implements Frame {}

    /// A process of PEs to be killed.
    record Kill(int pe) implements Frame {}

    /// A signal to it.
    record Signal(int pe, int number) implements Frame {}

    /// Which PEs of the job have started: the bytes of a `BitSet`.
    record Up(byte[] pes) implements Frame {}

    /// The report is made.
    record Reported() implements Frame {}

    /// What the PEs have recorded is to be sent.
    record Collect() implements Frame {}

    // --- from both

    /// The job ends.
    record Ending(Abort how, int status, int pe) implements Frame {}

    /// Nothing else to send.
    record Alive() implements Frame {}
}
