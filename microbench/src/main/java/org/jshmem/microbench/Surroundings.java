// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.Shmem;

/// Where a figure was measured: without it a figure is worth nothing.
///
/// @param machine `host`, or the simulated machine
/// @param cpu the processor's own name, or the simulated machine
/// @param cores processors this job may use
/// @param npes PEs of the job
/// @param jdk version and vendor of the Java runtime
/// @param commit the library's commit, or `unknown`
record Surroundings(String machine, String cpu, int cores, int npes, String jdk, String commit) {

    private static final String HOST = "host";

    static Surroundings of(Shmem sh) {
        String machine = sh.machine();
        boolean host = machine.equals(HOST);
        boolean tells = sh.myPe() == 0; // only PE 0 prints, the others are spared the look-ups
        return new Surroundings(
                machine,
                tells && host ? processor() : machine,
                jobCores(),
                sh.nPes(),
                System.getProperty("java.version") + " " + System.getProperty("java.vendor"),
                tells ? revision() : "");
    }

    boolean simulated() {
        return !machine.equals(HOST);
    }

    /// Whether PEs take turns on the cores.
    boolean crowded() {
        return !simulated() && npes > cores;
    }

    List<String> header() {
        var lines = Stream.<String>builder();
        if (simulated()) {
            lines.add("machine: " + machine + ", simulated; times are virtual");
            lines.add("PEs: " + npes);
        } else {
            lines.add("cpu: " + cpu + ", " + cores + (cores == 1 ? " core" : " cores"));
            lines.add("PEs: " + npes + String.format(Locale.ROOT, ", %.2g per core", (double) npes / cores));
        }
        if (crowded()) {
            lines.add("OVERSUBSCRIBED: " + npes + " PEs take turns on " + cores
                    + " cores; bandwidths are over all elapsed time, tails are scheduling");
        }
        lines.add("jdk: " + jdk + "; jshmem commit: " + commit + "; date: " + LocalDate.now());
        return lines.build().toList();
    }

    /// Cores of the job. A PE that is bound to one of them sees only that one; its launcher, which is not bound, sees
    /// all.
    private static int jobCores() {
        int available = Runtime.getRuntime().availableProcessors();
        int own = allowed("self");
        int all = ProcessHandle.current()
                .parent()
                .map(launcher -> allowed(Long.toString(launcher.pid())))
                .orElse(0);
        return own > 0 && own < all ? all : available;
    }

    /// On how many cores the kernel may run a process, or 0 where that cannot be read.
    private static int allowed(String process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", process, "status"))) {
            return lines.filter(line -> line.startsWith("Cpus_allowed:"))
                    .flatMap(line -> Stream.of(
                            line.substring(line.indexOf(':') + 1).strip().split(",")))
                    .mapToInt(mask -> Long.bitCount(Long.parseLong(mask, 16)))
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip().replace(',', ' '))
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /// The directory for what a run builds: beside this module's classes or jar, else a fresh one that nobody else can
    /// have put a program in.
    static Path scratch() throws IOException {
        Path classes = home();
        boolean ours =
                classes != null && classes.getParent().endsWith("target") && Files.isWritable(classes.getParent());
        if (ours) return classes.getParent().resolve("floors");
        Path fresh = Files.createTempDirectory("jshmem-floors");
        fresh.toFile().deleteOnExit();
        return fresh;
    }

    private static Path home() {
        try {
            return Path.of(Surroundings.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException | RuntimeException e) {
            return null; // not on a file system
        }
    }

    private static String revision() {
        Path home = home();
        if (home == null) return "unknown";
        try {
            Process git = new ProcessBuilder(
                            "git", "-C", home.getParent().toString(), "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor(5, TimeUnit.SECONDS) && git.exitValue() == 0 ? text.strip() : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
