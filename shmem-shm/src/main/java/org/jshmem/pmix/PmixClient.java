// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jshmem.transport.CFunction;
import org.jshmem.transport.Memory;

/// The connection of this process to the PMIx server that has started it, by the functions of `libpmix`. The process is
/// a PE, or the launcher of a host.
///
/// A value that the server gives is not freed, since a PE reads few of them.
///
/// @param namespace the name of the job
/// @param rank the number of this process
public record PmixClient(SymbolLookup library, String namespace, int rank) {
    private static final String LIBRARY = "libpmix.so.2";

    private static final String JOB_SIZE = "pmix.job.size";
    private static final String HOST_NAME = "pmix.hname";

    static final int ALL_RANKS = -2; // PMIX_RANK_WILDCARD: facts of the job
    private static final long GLOBAL = 3; // PMIX_GLOBAL
    private static final String COLLECT = "pmix.collect"; // a fence also distributes what was put
    private static final long NONE = 0; // a null pointer, or no elements

    /// Connects to the server. Throws if that is impossible.
    public static PmixClient connect() {
        String rank = System.getenv("PMIX_RANK");
        if (rank == null) throw new IllegalStateException("no PMIx server has started this process");
        SymbolLookup library = library(rank);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment self = PmixLayout.proc(arena, "", 0);
            int status = (int) CFunction.of(library, "PMIx_Init").call(self.address(), NONE, NONE, NONE, NONE, NONE);
            var client = new PmixClient(library, PmixLayout.namespace(self), PmixLayout.rank(self));
            if (status == 0) return client;
            String fails =
                    "PE %s: PMIx_Init fails, %s; PMIX_RANK and PMIX_NAMESPACE are set, so start this process by mpirun, prterun or srun --mpi=pmix, or unset both";
            throw new IllegalStateException(fails.formatted(rank, client.name(status)));
        }
    }

    @SuppressWarnings("restricted") // this package calls native code
    private static SymbolLookup library(String rank) {
        try {
            return SymbolLookup.libraryLookup(LIBRARY, Arena.global());
        } catch (IllegalArgumentException e) {
            String missing =
                    "PE %s: a PMIx server has started this process, and %s is not installed; install it ('apt install libpmix2' on Debian and Ubuntu, 'dnf install pmix' on Fedora and RHEL), add its folder to LD_LIBRARY_PATH, or start the job by oshrun (one PE alone: unset PMIX_RANK)";
            throw new IllegalStateException(missing.formatted(rank, LIBRARY), e);
        }
    }

    private long call(String function, long a, long b, long c, long d, long e) {
        return CFunction.of(library, function).call(a, b, c, d, e, NONE);
    }

    /// Calls a function that returns a status, and throws if the status is an error.
    private void check(String function, long a, long b, long c, long d) {
        int status = (int) call(function, a, b, c, d, NONE);
        if (status != 0) throw new IllegalStateException("%s fails, %s".formatted(function, name(status)));
    }

    /// The name and the version of the library.
    String version() {
        return PmixLayout.string(call("PMIx_Get_version", NONE, NONE, NONE, NONE, NONE))
                .split(" \\(", 2)[0];
    }

    private String name(int status) {
        String name = PmixLayout.string(call("PMIx_Error_string", status, NONE, NONE, NONE, NONE));
        return "%s (%d)".formatted(name, status);
    }

    /// The number of processes.
    public int size() {
        return number(JOB_SIZE);
    }

    /// A number of the whole job.
    int number(String key) {
        long value = value(ALL_RANKS, key);
        int number = value == NONE ? -1 : PmixLayout.number(value);
        String old =
                "PE %d: the PMIx server does not give %s; it is too old: use one of PMIx 3 or newer, or start the job by oshrun";
        if (number < 0) throw new IllegalStateException(old.formatted(rank, key));
        return number;
    }

    /// The name that the server has for the host of a process; empty if it has none.
    public String host(int process) {
        return Objects.requireNonNullElse(text(process, HOST_NAME), "");
    }

    private String text(int process, String key) {
        long value = value(process, key);
        return value == NONE ? null : PmixLayout.text(value);
    }

    private long value(int of, String key) {
        try (Arena arena = Arena.ofConfined()) {
            long found = arena.allocate(Long.BYTES, Long.BYTES).address();
            long proc = PmixLayout.proc(arena, namespace, of).address();
            long name = arena.allocateFrom(key).address();
            int status = (int) call("PMIx_Get", proc, name, NONE, NONE, found);
            return status == 0 ? Memory.getLong(found) : NONE;
        }
    }

    /// Publishes a text, and returns the texts of all processes in order. Waits for all.
    public List<String> exchange(String key, String own) {
        try (Arena arena = Arena.ofConfined()) {
            long name = arena.allocateFrom(key).address();
            check("PMIx_Put", GLOBAL, name, PmixLayout.text(arena, own).address(), NONE);
            check("PMIx_Commit", NONE, NONE, NONE, NONE);
            check("PMIx_Fence", NONE, NONE, PmixLayout.option(arena, COLLECT).address(), 1);
        }
        return IntStream.range(0, size()).mapToObj(k -> published(k, key)).toList();
    }

    /// A text that a process has published, or that the server gives.
    String published(int process, String key) {
        String text = text(process, key);
        if (text != null) return text;
        throw new IllegalStateException("PE %d: the PMIx server does not give %s of PE %d; start the job by oshrun"
                .formatted(rank, key, process));
    }

    /// Ends all processes of the job with this status. If the server is gone, the caller has to end this one anyway.
    public void abort(int status, String why) {
        try (Arena arena = Arena.ofConfined()) {
            call("PMIx_Abort", status, arena.allocateFrom(why).address(), NONE, NONE, NONE);
        }
    }

    /// Announces to the server that this process ends as it should.
    public void end() {
        call("PMIx_Finalize", NONE, NONE, NONE, NONE, NONE);
    }
}
