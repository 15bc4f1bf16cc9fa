// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.peer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/// The calls of PCJ that are next to those of `pgas`, as its manual shows them: `put`, `get`, `barrier`, `broadcast`
/// and `reduce` of variables of a storage, on two PCJ threads of one JVM, or of two.
@RegisterStorage(PcjCalls.Shared.class)
public final class PcjCalls implements StartPoint {
    @Storage(PcjCalls.class)
    enum Shared {
        word,
        block
    }

    private static final int WARM_UP = 30;
    private static final int SAMPLES = 200;
    private static final int BATCH = 100; // calls in a sample

    long word;
    byte[] block = new byte[4096];

    /// A call that both threads make, or thread 0 alone.
    private record Call(String benchmark, String variant, int bytes, boolean collective, Runnable once) {}

    /// The first argument is the number of JVMs, 1 or 2; the second one names a file to which rows are appended.
    public static void main(String[] args) {
        String[] nodes = args[0].equals("1")
                ? new String[] {"localhost", "localhost"}
                : new String[] {"localhost:8091", "localhost:8092"};
        var job = PCJ.executionBuilder(PcjCalls.class).addNodes(nodes);
        if (args.length > 1) job = job.addProperty("file", args[1]);
        job.deploy();
    }

    @Override
    public void main() throws Exception {
        byte[] page = new byte[4096];
        List<Call> calls = List.of(
                new Call("calls", "p", 0, false, () -> PCJ.put(1L, 1, Shared.word)),
                new Call("calls", "g", 0, false, () -> PCJ.<Long>get(1, Shared.word)),
                new Call("put", "contiguous", 4096, false, () -> PCJ.put(page, 1, Shared.block)),
                new Call("get", "contiguous", 4096, false, () -> PCJ.<byte[]>get(1, Shared.block)),
                new Call("barrier", "auto", 0, true, PCJ::barrier),
                new Call("broadcast", "auto", 4096, true, () -> {
                    PcjFuture<Void> sent = PCJ.myId() == 0 ? PCJ.asyncBroadcast(page, Shared.block) : null;
                    PCJ.waitFor(Shared.block);
                    if (sent != null) sent.get();
                }),
                new Call("reduce", "auto", 8, false, () -> PCJ.<Long>reduce(Long::sum, Shared.word)));
        var rows = new ArrayList<Result>();
        Where where = Where.now(Where.REAL, false, 2, 2, 1, PcjCalls.class).peer();
        String source = "PCJ 5.3.0, 2 threads of " + (PCJ.getNodeCount() == 1 ? "a JVM" : "2 JVMs");
        for (Call call : calls) {
            double[] nanos = new double[SAMPLES];
            for (int k = -WARM_UP; k < SAMPLES; k++) {
                PCJ.barrier();
                long start = System.nanoTime();
                for (int i = 0; i < BATCH && (call.collective || PCJ.myId() == 0); i++) call.once.run();
                if (k >= 0) nanos[k] = (System.nanoTime() - start) / (double) BATCH;
            }
            Row row =
                    new Row(call.benchmark, call.variant, "", call.benchmark.endsWith("et") ? 1 : 0, call.bytes, 0, 1);
            rows.add(new Result(row, Score.of(nanos), where, source, null));
        }
        if (PCJ.myId() != 0) return;
        for (Result row : rows) System.out.println(Results.json(row));
        String file = PCJ.getProperty("file");
        if (file != null) Results.append(Path.of(file), rows);
    }
}
