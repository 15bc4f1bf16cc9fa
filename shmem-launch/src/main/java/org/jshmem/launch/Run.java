// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.hosts.HostMain;
import org.jshmem.launch.hosts.HostsRun;
import org.jshmem.launch.hosts.LaunchCommand;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.hosts.ProgramFiles;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.Job;
import org.jshmem.launch.job.OneJvm;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.job.PeStarter;
import org.jshmem.launch.output.Output;
import org.jshmem.launch.system.Leftovers;
import org.jshmem.launch.system.Refused;
import org.jshmem.launch.system.ScratchFolder;
import org.jshmem.launch.system.Signals;
import org.jshmem.launch.system.Stop;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.runtime.settings.Variables;
import org.jshmem.shm.JobFile;
import org.jshmem.transport.Shape;
import org.jshmem.transport.TransportProvider;
import org.jshmem.ucx.UcxProvider;

/// The run of one command line: a job on a simulated machine, on this host or on several hosts.
final class Run {
    private final Options options;

    /// The second program of the job and those after it, each with its number of PEs.
    private final List<Options> later;

    Run(Options options, List<Options> later) {
        this.options = options;
        this.later = later;
    }

    /// Runs the job and returns its exit status.
    int run() throws InterruptedException {
        int npes = Segments.npes(options, later);
        options.run.checkFiles(npes);
        Map<String, String> exported = new TreeMap<>(options.environment.exported());
        OptionValues given = options.given;
        if (given.has("--heap")) exported.put(Settings.HEAP_VARIABLE, given.text("--heap"));
        if (given.has("--timeout")) exported.put(Settings.TIMEOUT_VARIABLE, given.text("--timeout"));
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported);
        EnvironmentOptions.check(environment);
        Variables.misspelt(environment).forEach(options.run::hint);
        if (!"calibrate".equals(options.program)) EnvironmentOptions.exportCalibration(environment, exported);
        long heapBytes = options.heapBytes(environment, npes);
        long timeoutNanos = options.timeoutNanos();
        Shape shape = Settings.shape(npes, heapBytes, timeoutNanos);
        try (ScratchFolder scratch = new ScratchFolder()) {
            Stop stop = new Stop(scratch);
            Signals.mean(stop::signalled);
            Programs programs = new Programs(options, later, scratch);
            if (options.jvm.argumentFile() != null) {
                System.out.println(programs.argumentFile(npes));
                return 0;
            }
            if (options.run.timeLimitNanos() > 0) stop.after(options.run.timeLimitNanos());
            if (options.simulator.isAsked()) {
                return simulated(shape, programs, scratch).run(exported, stop);
            }
            Placing placing = options.isTool() ? null : options.hosts.placing(npes);
            if (placing != null && !later.isEmpty()) throw Segments.refused("several hosts");
            if (placing != null) return onHosts(shape, placing, programs, exported, stop);
            options.run.hint(options.hosts.unused());
            int cores = Runtime.getRuntime().availableProcessors();
            PeBlocks deal = options.jvm.deal(npes, npes > cores && programs.shares(), cores);
            if (options.jvm.shareClasses() && npes > 1 && deal.isProcesses()) {
                options.run.hint(
                        "--share-classes has no effect, since each PE has a process; --jvms 1 puts all into one");
            } else if (options.jvm.shareClasses() && npes > 1) {
                programs.state()
                        .ifPresent(state -> options.run.hint("--share-classes: the PEs of a JVM share " + state
                                + "; leave the option out to give each PE its own"));
            }
            return real(shape, deal, programs, exported, stop);
        }
    }

    /// Prints that PEs share JVMs, unless the command line gives the number of JVMs. On several hosts `--jvms` is the
    /// number of JVMs on each, so `processes` is that of the host with most PEs.
    private void tell(PeBlocks deal, String reason, int processes) {
        if (options.jvm.saysJvms() || options.run.isQuiet() || deal.isProcesses()) return;
        System.err.println("oshrun: " + deal.text() + ", since " + reason + "; --jvms " + processes
                + " gives each a process"); // a first use of format takes 10 ms
    }

    private OneJvm simulated(Shape shape, Programs programs, ScratchFolder scratch) {
        try {
            Debugged debugged = options.run.debugged(shape.npes());
            Path ended = scratch.folder().resolve("ended");
            return new OneJvm(programs.simulator(shape, debugged, ended), options.run.folder(), debugged, ended);
        } catch (IOException e) {
            throw new Refused("cannot make a temporary folder, " + e.getMessage());
        }
    }

    private int real(Shape shape, PeBlocks deal, Programs programs, Map<String, String> exported, Stop stop)
            throws InterruptedException {
        Path folder = options.heapFolder();
        Debugged debugged = options.run.debugged(deal.npes());
        Leftovers.jobs(folder);
        options.run.checkOpenFiles(deal);
        int cores = Runtime.getRuntime().availableProcessors();
        try (JobFile file = JobFile.create(folder, shape, cores)) {
            // only now, since a job that is refused must not cost the files of the one before
            options.trace.create(deal.npes(), programs.first().simpleName() + ", " + deal.text());
            List<FileOutputStream> files = options.run.files(deal.npes());
            String those = cores == 1 ? "only core" : cores + " cores";
            tell(deal, "they outnumber the " + those, deal.npes());
            Output output = output(stop).into(files);
            return job(file, output, deal, programs, stop)
                    .run(
                            new PeStarter(
                                    programs.starts(deal, debugged, options.trace.exported(exported)),
                                    file.descriptor(),
                                    options.run.folder(),
                                    debugged,
                                    output::say),
                            () -> Leftovers.scratch(Path.of(System.getProperty("java.io.tmpdir"))));
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The job in a job file, which signals and the time limit end from now on.
    private Job job(JobFile file, Output output, PeBlocks deal, Programs programs, Stop stop) {
        if (options.given.has("--tag-output")) output.tag();
        Job job = new Job(file, output, deal);
        if (programs.isBuiltIn()) job.refusesItself();
        stop.meansFor(job);
        return job;
    }

    private static Output output(Stop stop) {
        return new Output(
                new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), stop::now);
    }

    private int onHosts(Shape shape, Placing placing, Programs programs, Map<String, String> exported, Stop stop)
            throws InterruptedException {
        options.run.checkSeveralHosts();
        Path folder = options.heapFolder().toAbsolutePath();
        int npes = shape.npes();
        int count = placing.names().size();
        try (JobFile mirror = JobFile.create(folder, shape, Runtime.getRuntime().availableProcessors(), new int[0])) {
            options.run.checkOpenFiles(count, npes);
            Output output = output(stop);
            Map<String, String> variables = new TreeMap<>();
            System.getenv().forEach((name, value) -> {
                if (name.matches("(SHMEM|JSHMEM|SMA|UCX)_.*")) variables.put(name, value);
            });
            variables.putAll(exported);
            variables.put(TransportProvider.BACKEND_VARIABLE, UcxProvider.class.getName());
            try (HostsRun hosts = new HostsRun(placing, mirror, options.hosts.timeoutNanos(), output::say)) {
                List<String> onHost = PeCommand.ofLauncher(Programs.LIBRARY, HostMain.class);
                onHost.add(options.hosts.wire());
                var agent = new LaunchCommand(options.hosts.launchAgent(), variables, onHost);
                ProgramFiles program =
                        ProgramFiles.of(programs.first(), Path.of("").toAbsolutePath());
                int[] cores = hosts.meet(agent, options.hosts.wire());
                String title = "%s, %d PEs on %d hosts";
                options.trace.create(npes, title.formatted(programs.first().simpleName(), npes, count));
                output.into(options.run.files(npes));
                options.environment.debug(hosts.wire());
                variables.put(Settings.WIRE_VARIABLE, hosts.wireName());
                PeBlocks[] deals = options.jvm.deals(placing, programs.shares(), cores);
                PeBlocks deal = PeBlocks.of(deals);
                PeBlocks fullest = Collections.max(List.of(deals), Comparator.comparingInt(PeBlocks::npes));
                tell(deal, "PEs of a host outnumber its cores", fullest.npes());
                hosts.begin(deal, shape, folder, program, options.trace.bytesOnHosts());
                Job job = job(mirror, output, deal, programs, stop);
                hosts.runs(programs.starts(deal, placing, fullest, variables));
                try {
                    return job.run(hosts, () -> {});
                } finally {
                    if (options.trace.isAsked()) {
                        stop.jobIsOver();
                        hosts.collect(options.trace.file());
                    }
                }
            }
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }
}
