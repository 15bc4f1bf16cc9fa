// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jshmem.contract.Fuzz;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.runtime.settings.Environment;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.WaitReport;
import org.jshmem.shm.jobfile.ControlCopy;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever somebody types, sets or keeps in a file: a result, or a refusal that names what it refuses.
class FuzzTest extends Fuzz {
    @TempDir
    private Path folder;

    FuzzTest() {
        super(500, 2_000);
    }

    private String noise(int most) {
        String alphabet = "0123456789.:,=-_/*@%'\"\\ kmgtsh\u0000\u00e4\u0661xX()[]{}#";
        var text = new StringBuilder();
        for (int n = random.nextInt(most); n > 0; n--) text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        return text.toString();
    }

    @Test
    void commandLines() {
        List<String> words = new ArrayList<>();
        DeclaredOption.ALL.forEach(option -> words.addAll(option.names()));
        // what would start a program on other hosts, or stay
        words.removeAll(List.of("--hosts", "--hostfile", "--host"));
        words.addAll(List.of(
                "2", "0", "-1", "64", "4097", "1m", "1.5g", "3s", "auto", "core", "none", "knc", "scc", "calibrated"));
        words.addAll(List.of("A=b", "=", "c=110", "", "-", "--", "@file", "no.such.Main", "none.jar", "/none", "x"));
        PrintStream out = System.out;
        System.setOut(new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8));
        try {
            for (int run = 0; run < runs; run++) {
                List<String> line = new ArrayList<>();
                for (int n = random.nextInt(9); n > 0; n--) {
                    line.add(
                            random.nextInt(8) == 0 ? noise(10) : one(words) + (random.nextInt(9) == 0 ? noise(4) : ""));
                }
                check(
                        run,
                        String.join(" ", line),
                        () -> Oshrun.run(line.stream()
                                .map(word -> word.replace("\0", "")) // no command line has that
                                .toArray(String[]::new)));
            }
        } finally {
            System.setOut(out);
        }
    }

    @Test
    void environments() {
        List<String> names = new ArrayList<>();
        for (var variable : Environment.variables()) names.add(variable.name());
        for (int run = 0; run < runs; run++) {
            String name = random.nextInt(4) == 0 ? "SHMEM_" + noise(5) : one(names);
            Map<String, String> values =
                    Map.of(name, random.nextInt(3) == 0 ? noise(12) : one(List.of("1", "", "64m")));
            check(run, values.toString(), () -> {
                new Environment(values).check();
                new Environment(values).heapBytes();
            });
        }
    }

    @Test
    void hostsAndHostfiles() throws IOException {
        Path file = folder.resolve("hosts");
        for (int run = 0; run < runs; run++) {
            String text =
                    one(List.of("a:8,b:8", "a", "a:", "a slots=4\nb\n", "a:2147483648", "a:1,a:1", "#", "a[1-3]"));
            String input = random.nextInt(3) == 0 ? noise(30) : text + noise(4);
            int npes = 1 + random.nextInt(64);
            int each = random.nextInt(4);
            boolean inTurn = random.nextBoolean();
            check(
                    run,
                    "%s on %d, %d each".formatted(input, npes, each),
                    () -> Placing.of(Hostlist.parse(input), npes, each, inTurn));
            if (run % 16 > 0) continue;
            Files.writeString(file, input);
            check(run, "file " + input, () -> Placing.of(Hostlist.file(file), npes, each, inTurn));
            Map<String, String> slurm =
                    Map.of("SLURM_TASKS_PER_NODE", input, "SLURM_JOB_NODELIST", noise(20), "SLURM_JOB_NUM_NODES", "2");
            check(run, slurm.toString(), () -> Hostlist.allocated(slurm));
        }
    }

    /// A file that begins as a job file, with some bytes of its first pages changed.
    @Test
    void jobFiles() throws IOException {
        byte[] image = new byte[(int) JobLayout.regionsOffset(3) + (1 << 16)];
        try (JobFile job = JobFile.create(folder, Settings.shape(3, 4096, 0), 2);
                var in = Files.newInputStream(job.descriptor())) {
            assertEquals(image.length, in.readNBytes(image, 0, image.length));
        }
        Path file = folder.resolve("job");
        Files.write(file, image);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int run = 0; run < runs / 4; run++) {
                byte[] bytes = Arrays.copyOf(image, 2 * Shape.PAGE);
                for (int n = random.nextInt(8); n > 0; n--) {
                    int at = random.nextInt(random.nextBoolean() ? 256 : bytes.length);
                    bytes[at] = (byte) random.nextInt();
                }
                channel.write(ByteBuffer.wrap(bytes), 0);
                int length = random.nextInt(50) == 0 ? random.nextInt(image.length) : image.length;
                channel.truncate(length);
                check(
                        run,
                        "a job file of %d bytes".formatted(length),
                        () -> assertFalse(WaitReport.table(ControlCopy.of(file)).isEmpty()));
                check(run, "the same for a PE", () -> JobFile.open(file).close());
                if (length < image.length) Files.write(file, image);
            }
        }
    }
}
