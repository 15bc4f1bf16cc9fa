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

/// A message between the launcher and [HostMain]. [Frames] writes each as its number in the order of this file, a
/// length, and its components.
sealed interface Frame {

    // --- from a host. Hello comes before the builds are compared: a change of it needs a new number in the
    // greeting.

    /// The host's first frame, which describes it.
    ///
    /// @param build properties that have to be equal on all hosts
    /// @param cores number of cores that PEs may use
    /// @param ucx its version of UCX; empty if it cannot use UCX
    /// @param withoutUcx the reason why it cannot use UCX; else empty
    /// @param interfaces addresses on which its agent may listen
    record Hello(Map<String, String> build, int cores, String ucx, String withoutUcx, Interfaces interfaces)
            implements Frame {}

    /// The address of the host's agent, or the reason why it has no agent.
    record Ready(String refusal, byte[] address) implements Frame {}

    /// The process of a PE, or the reason why it could not start.
    record Started(int pe, long pid, String refusal) implements Frame {}

    /// Bytes of a PE's standard output or error; no bytes mean its end.
    record Output(int pe, boolean error, byte[] bytes) implements Frame {}

    /// A PE's exit status.
    record Ended(int pe, int status) implements Frame {}

    /// A PE's control slot, copied when `nanoTime` of the host was `nanos`.
    record Slot(int pe, long nanos, byte[] bytes) implements Frame {}

    /// A piece of a PE's region that reports read.
    record Piece(int pe, long offset, byte[] bytes) implements Frame {}

    /// An event that a PE sends to the launcher.
    record Event(int kind, int pe, String text) implements Frame {}

    /// Another host, which does not answer this one, or this host itself if its agent has ended.
    record Lost(int host, String why) implements Frame {}

    /// The number of bytes of its input that PE 0 has taken.
    record InputTaken(int bytes) implements Frame {}

    /// A piece of a PE's recorded events.
    record Recorded(int pe, long offset, byte[] bytes) implements Frame {}

    /// The end of the recorded events, with the reason if some are missing.
    record Collected(String why) implements Frame {}

    // --- from the launcher

    /// The data with which a host makes its part of the job.
    ///
    /// @param hosts all hosts, without the addresses of their agents
    /// @param host number of this host among them
    /// @param own address on which its agent listens
    /// @param silenceNanos longest silence of the launcher
    /// @param traceBytes room for the events of each PE; 0 without recording
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

    /// The processes that the host is to start: the first, and the numbers of the others, which have the same
    /// command.
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

    /// Bytes for the standard input of PE 0; no bytes mean its end.
    record Input(byte[] bytes) implements Frame {}

    /// The number of bytes of a PE's output that have found their reader.
    record OutputTaken(int pe, boolean error, int bytes) implements Frame {}

    /// A signal to a process of PEs.
    record Signal(int pe, int number) implements Frame {}

    /// The PEs of the job that have started: the bytes of a `BitSet`.
    record Up(byte[] pes) implements Frame {}

    /// The launcher has printed its report.
    record Reported() implements Frame {}

    /// The request for the events that the PEs have recorded.
    record Collect() implements Frame {}

    // --- from both

    /// The job ends.
    record Ending(Abort how, int status, int pe) implements Frame {}

    /// A sign of life, without other content.
    record Alive() implements Frame {}
}
