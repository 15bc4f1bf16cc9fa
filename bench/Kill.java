// SPDX-License-Identifier: Apache-2.0
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;

/// Measures how soon a job names a PE that has failed, and ends. See bench/kill.
///
/// The last PE is killed from outside; where PEs are threads of the launcher, it throws, and says when. Both processes
/// read the machine's one monotonic clock.
class Kill {
    private static final List<String> OTHERS = List.of("barrier", "word", "compute");
    private static final List<String> MODES = List.of("processes", "jvms", "threads", "hosts");

    /// Milliseconds until the launcher's line came, and until the launcher had ended.
    record Times(double line, double end, String said) {}

    private final Path root;
    private final String classes;
    private final int npes;

    Kill(Path root, String classes, int npes) {
        this.root = root;
        this.classes = classes;
        this.npes = npes;
    }

    public static void main(String[] args) throws Exception {
        int npes = args.length > 2 ? Integer.parseInt(args[2]) : 64;
        int runs = args.length > 3 ? Integer.parseInt(args[3]) : 5;
        var kill = new Kill(Path.of(args[0]), args[1], npes);
        System.out.println("| mode | the others | ms to the line: median | worst | ms to the end: median | worst | line |");
        System.out.println("|-|-|-|-|-|-|-|");
        for (String mode : args.length > 4 ? List.of(args[4]) : MODES) {
            for (String others : OTHERS) {
                List<Times> all = new ArrayList<>();
                for (int run = 0; run < runs; run++) all.add(kill.once(mode, others));
                double[] line = all.stream().mapToDouble(Times::line).sorted().toArray();
                double[] end = all.stream().mapToDouble(Times::end).sorted().toArray();
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %s | %.0f | %.0f | %.0f | %.0f | %s |%n",
                        mode, others, line[runs / 2], line[runs - 1], end[runs / 2], end[runs - 1],
                        all.getLast().said.replaceAll("pid \\d+", "pid N"));
            }
        }
    }

    private List<String> command(String mode, String others) {
        List<String> command = new ArrayList<>(List.of(root.resolve("bin/oshrun").toString(), "-q", "-np", "" + npes));
        switch (mode) {
            case "processes" -> command.addAll(List.of("--jvms", "" + npes));
            case "jvms" -> command.addAll(List.of("--jvms", "2"));
            case "threads" -> command.add("--threads");
            case "hosts" -> command.addAll(List.of(
                    "--hosts", "a:%d,b:%d".formatted(npes - npes / 2, npes / 2),
                    "--launch-agent", "env JSHMEM_HOST={host}"));
            default -> throw new IllegalArgumentException(mode + " is none of " + MODES);
        }
        command.addAll(List.of("-cp", classes, "Kill$Program", others, mode.equals("threads") ? "throw" : "stay"));
        return command;
    }

    private Times once(String mode, String others) throws Exception {
        Process job = new ProcessBuilder(command(mode, others)).start();
        try (BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
                BufferedReader errors = job.errorReader(StandardCharsets.UTF_8)) {
            for (int up = 0; up < npes; ) {
                String line = out.readLine();
                if (line == null) throw new IOException("no job: " + errors.readLine());
                if (line.equals("up")) up++;
            }
            Thread.sleep(1500); // they are where they stay: all of them on few cores
            long begin;
            if (mode.equals("threads")) {
                job.getOutputStream().write('\n');
                job.getOutputStream().flush();
                begin = Long.parseLong(out.readLine());
            } else {
                long pid = last(job.toHandle());
                begin = System.nanoTime();
                new ProcessBuilder("kill", "-9", "" + pid).start();
            }
            String said = errors.readLine();
            while (said != null && !said.startsWith("oshrun: ")) said = errors.readLine();
            double line = (System.nanoTime() - begin) / 1e6;
            job.waitFor();
            return new Times(line, (System.nanoTime() - begin) / 1e6, String.valueOf(said));
        } finally {
            job.destroyForcibly();
        }
    }

    /// The process of the last PE.
    private long last(ProcessHandle launcher) throws IOException {
        long found = -1;
        int first = -1;
        for (ProcessHandle process : launcher.descendants().toList()) {
            for (String variable : environment(process.pid())) {
                if (!variable.startsWith("JSHMEM_PE=")) continue;
                int pe = Integer.parseInt(variable.substring("JSHMEM_PE=".length()));
                if (pe > first) {
                    first = pe;
                    found = process.pid();
                }
            }
        }
        if (found < 0) throw new IOException("no PE runs");
        return found;
    }

    private static List<String> environment(long pid) {
        try {
            Path file = Path.of("/proc/" + pid + "/environ");
            return Arrays.asList(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0"));
        } catch (IOException e) {
            return List.of(); // it has ended
        }
    }

    /// What the job runs: `barrier`, `word` or `compute` for the others, and whether the last PE throws when PE 0 is
    /// told to let it.
    static class Program {
        public static void main(String[] args) {
            Shmem.run(args, (sh, a) -> {
                Signal never = sh.signal();
                Signal go = sh.signal();
                boolean last = sh.myPe() == sh.nPes() - 1;
                sh.barrierAll();
                System.out.println("up");
                if (a[1].equals("throw")) {
                    if (last) {
                        go.waitUntil(Cmp.EQ, 1);
                        System.out.println(System.nanoTime());
                        throw new IllegalStateException("thrown on purpose");
                    }
                    if (sh.myPe() == 0) {
                        System.in.read();
                        go.set(1, sh.nPes() - 1);
                    }
                }
                if (last || a[0].equals("word")) never.waitUntil(Cmp.EQ, 1);
                if (a[0].equals("compute")) compute();
                sh.barrierAll();
            });
        }

        private static void compute() {
            long x = 1;
            while (x != 0) x = x * 6364136223846793005L | 1;
            System.out.println(x);
        }
    }
}
