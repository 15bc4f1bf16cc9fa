// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jshmem.launch.hosts.Engine;
import org.jshmem.launch.hosts.HostPart;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.Job;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.job.PeStarter;
import org.jshmem.launch.job.SimulatorJob;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Leftovers;
import org.jshmem.launch.os.Processes;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.runtime.settings.Variables;
import org.jshmem.shm.HostsTable;
import org.jshmem.shm.JobFile;
import org.jshmem.transport.Shape;

/// The run of one command line: a job on a simulated machine, on this host or on several hosts.
final class Run {
    private static final long REPORT_NANOS = 5_000_000_000L;

    private final Options options;

    Run(Options options) {
        this.options = options;
    }

    /// Runs the job and returns its exit status.
    ///
    /// @param words the command line
    /// @param part the part of a job on several hosts that this launcher runs, or null
    int run(String[] words, HostPart part) throws InterruptedException {
        int npes = part == null ? options.npes() : part.npes();
        options.run.checkFiles(npes);
        Map<String, String> exported = new TreeMap<>(options.environment.exported());
        if (options.job.heap != null) exported.put(Settings.HEAP_VARIABLE, options.job.heap);
        if (options.job.timeout != null) exported.put(Settings.TIMEOUT_VARIABLE, options.job.timeout);
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported);
        EnvironmentOptions.check(environment);
        if (part == null) Variables.misspelt(environment).forEach(options.run::hint); // said once
        if (!"calibrate".equals(options.program)) EnvironmentOptions.exportCalibration(environment, exported);
        long heapBytes = options.heapBytes(environment, npes);
        long timeoutNanos = options.timeoutNanos();
        Shape shape = Settings.shape(npes, heapBytes, timeoutNanos);
        try (ScratchFolder scratch = new ScratchFolder()) {
            Stop stop = new Stop(scratch);
            Signals.mean(signal -> {
                // PEs of several hosts have it already: the engine signals their launcher's process group
                boolean passed = part != null && (signal == Signals.USR1 || signal == Signals.USR2);
                if (!passed) stop.signalled(signal);
            });
            Programs programs = new Programs(options, scratch);
            if (options.jvm.argumentFile != null) {
                System.out.println(programs.argumentFile(npes));
                return 0;
            }
            boolean simulated = options.simulator.isAsked();
            Placing placing = part != null || simulated || options.isTool() ? null : options.hosts.placing(npes);
            // the launchers of several hosts report before this one ends them
            long more = placing == null ? 0 : REPORT_NANOS;
            if (options.timeLimitNanos() > 0) stop.after(options.timeLimitNanos() + more);
            if (simulated) return simulated(shape, programs, scratch).run(exported, stop);
            if (placing != null) return onHosts(placing, words, environment, stop);
            int[] pes = part == null ? IntStream.range(0, npes).toArray() : part.pes();
            int cores = Runtime.getRuntime().availableProcessors();
            PeBlocks deal = options.jvm.deal(
                    pes, part == null ? npes : part.largest(), pes.length > cores && programs.shares(), cores);
            if (options.jvm.shareClasses && npes > 1 && deal.isProcesses()) {
                options.run.hint(
                        "--share-classes has no effect, since each PE has a process; --jvms 1 puts all into one");
            } else if (options.jvm.shareClasses && npes > 1) {
                programs.state()
                        .ifPresent(state -> options.run.hint("--share-classes: the PEs of a JVM share " + state
                                + "; leave the option out to give each PE its own"));
            }
            if (part == null) return real(shape, deal, null, programs, exported, stop);
            int status = real(shape, deal, part, programs, exported, stop);
            System.out.flush();
            if (status != 0) part.abort(status);
            else part.end();
            return status;
        } catch (Refused e) {
            if (part == null) throw e;
            System.err.println("oshrun: " + e.getMessage() + " (host " + part.name() + ")");
            part.abort(Refused.STATUS);
            return Refused.STATUS;
        }
    }

    /// Lets an engine start a launcher on each host. Returns its status.
    private int onHosts(Placing placing, String[] words, Map<String, String> environment, Stop stop)
            throws InterruptedException {
        String oshrun = System.getProperty("jshmem.oshrun");
        List<String> engine = new ArrayList<>(PeCommand.diesWithLauncher());
        engine.addAll(Engine.command(placing, oshrun, words, environment));
        if (Signals.isIgnored(Signals.HUP)) engine.addFirst("setsid"); // mpirun ends on SIGHUP, also under nohup
        var command = new ProcessBuilder(engine)
                .redirectInput(Redirect.INHERIT)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT);
        command.environment().putAll(environment);
        try {
            ChildProcess process = Processes.start(command);
            var stopped = new AtomicInteger();
            stop.meansFor(new Stop.Running() {
                @Override
                public void stop(int status) {
                    stopped.compareAndSet(0, status);
                    process.signal(Signals.TERM);
                }

                @Override
                public void pass(int signal) {
                    process.signal(signal); // the engine passes it on
                }
            });
            int status = process.end().join();
            return stopped.get() != 0 ? stopped.get() : status;
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// Prints that PEs share JVMs, unless the command line gives the number of JVMs.
    private void tell(PeBlocks deal, String reason, int processes) {
        if (options.jvm.saysJvms() || options.run.isQuiet() || deal.isProcesses()) return;
        System.err.println("oshrun: " + deal.text() + ", since " + reason + "; --jvms " + processes
                + " gives each a process"); // a first use of format takes 10 ms
    }

    private SimulatorJob simulated(Shape shape, Programs programs, ScratchFolder scratch) {
        try {
            Debugged debugged = options.run.debugged(shape.npes());
            Path ended = scratch.folder().resolve("ended");
            return new SimulatorJob(
                    programs.simulator(shape, debugged, ended), options.environment.workingFolder(), debugged, ended);
        } catch (IOException e) {
            throw new Refused("cannot make a temporary folder, " + e.getMessage());
        }
    }

    private int real(
            Shape shape, PeBlocks deal, HostPart part, Programs programs, Map<String, String> exported, Stop stop)
            throws InterruptedException {
        Path folder = options.heapFolder();
        int npes = shape.npes();
        Debugged debugged = options.run.debugged(npes);
        Leftovers.jobs(folder);
        options.run.checkOpenFiles(deal);
        int cores = Runtime.getRuntime().availableProcessors();
        int[] here = part == null ? IntStream.range(0, npes).toArray() : part.pes();
        try (JobFile file = JobFile.create(folder, shape, cores, here)) {
            // only now, since a job that is refused must not cost the files of the one before
            TraceOptions trace = options.trace;
            if (part != null) trace.ofHost(part.name());
            trace.create(npes, programs.first().simpleName() + ", " + deal.text());
            List<FileOutputStream> files = options.run.files(npes, here);
            String those = cores == 1 ? "only core" : cores + " cores";
            if (here[0] == 0) tell(deal, "they outnumber the " + those, deal.npes());
            Output output = output(stop).into(files);
            Map<String, String> variables = new TreeMap<>(trace.exported(exported));
            if (part != null) {
                long position = part.position(file);
                variables.put(HostsTable.VARIABLE, Long.toString(position));
                part.exchange(file, position, deal, cores);
            }
            return job(file, output, deal, programs, stop)
                    .run(
                            new PeStarter(
                                    deal,
                                    npes,
                                    programs.command(deal),
                                    variables,
                                    options.jvm.binding(),
                                    part == null ? "" : " on " + part.name(),
                                    file.descriptor(),
                                    options.environment.workingFolder(),
                                    debugged,
                                    output::say),
                            () -> Leftovers.scratch(Path.of(System.getProperty("java.io.tmpdir"))));
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// The job in a job file, which signals and the time limit end from now on.
    private Job job(JobFile file, Output output, PeBlocks deal, Programs programs, Stop stop) {
        if (options.run.tagOutput) output.tag();
        Job job = new Job(file, output, deal);
        if (programs.isBuiltIn()) job.refusesItself();
        stop.meansFor(job);
        return job;
    }

    private static Output output(Stop stop) {
        return new Output(
                new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), stop::now);
    }
}
