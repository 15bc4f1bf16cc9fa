// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.launch.hosts.Engine;
import org.jshmem.launch.hosts.EngineJob;
import org.jshmem.launch.hosts.HostPart;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.job.Job;
import org.jshmem.launch.job.JvmBlocks;
import org.jshmem.launch.job.JvmCommand;
import org.jshmem.launch.job.PeProcess;
import org.jshmem.launch.job.SimulatorJob;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.JobWords;
import org.jshmem.launch.os.Lifeline;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.os.ScratchFolder;
import org.jshmem.launch.os.Signals;
import org.jshmem.launch.os.Stop;
import org.jshmem.launch.output.Output;
import org.jshmem.launch.program.JvmSharing;
import org.jshmem.shm.ShmProvider;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.transport.Shape;
import org.jshmem.transport.TransportProvider;

/// The run of one command line: a job on a simulated machine, on this host or on several hosts.
final class Run {
    /// The time in which the launchers of several hosts print their reports, before this one ends them.
    private static final long REPORT_NANOS = 15_000_000_000L;

    private final Options options;
    private final HostPart part;

    /// Whether an engine has started this launcher of a host and passes on stops of the user's launcher.
    private final boolean isStoppedByUser;
    private final JobPlan plan;
    private final ScratchFolder scratch = new ScratchFolder();
    private final Stop stop = new Stop(Runtime.getRuntime()::halt);

    /// `part` is the part of a job on several hosts that this launcher runs, or null.
    Run(Options options, HostPart part) {
        Lifeline.prepare(scratch);
        this.options = options;
        this.part = part;
        isStoppedByUser = part != null && Engine.passesStops();
        boolean startsPes = part == null && !options.isSimulated() && !options.isTool();
        if (startsPes) Engine.refuseCopies(System.getenv());
        plan = new JobPlan(options, part);
    }

    /// Runs the job of the command line `words` and returns its exit status.
    int run(String[] words) throws InterruptedException {
        try (scratch) {
            plan.check();
            Shape shape = plan.shape();
            Signals.onSignal(signal -> {
                // else PEs of several hosts have it already: the engine signals their launcher's process group
                boolean passed = part != null && (signal == Signals.USR1 || signal == Signals.USR2);
                if (!passed && (signal != Signals.URG || leads())) stop.signalled(signal);
            });
            JobProgram program = new JobProgram(plan, scratch);
            if (options.argumentFile != null) {
                System.out.println(program.argumentFile());
                return 0;
            }
            Placing placing = part == null ? plan.placing() : null;
            long limit = options.timeLimit;
            if (limit > 0 && leads() && !isStoppedByUser && placing == null) stop.after(limit);
            if (options.isSimulated()) return simulated(shape, program);
            if (placing != null) return onHosts(placing, words, limit);
            int status = onThisHost(shape, blocks(program), program);
            if (isStoppedByUser && (status == Stop.TIME_OVER || status == 128 + Signals.PWR))
                status = 0; // the user's has it
            if (part != null) part.end(status);
            return status;
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    /// Whether this launcher has PE 0, or is that of the user.
    private boolean leads() {
        return plan.here[0] == 0;
    }

    /// Lets an engine start a launcher on each host. Returns its status.
    private int onHosts(Placing placing, String[] words, long limit) throws IOException {
        List<String> launcher = new ArrayList<>(Signals.blocked());
        launcher.addAll(ChildProcess.ownCommand(Oshrun.class.getName()));
        launcher.add(JobWords.OPTION);
        Map<String, String> environment = new TreeMap<>(plan.environment);
        environment.put(JobWords.VARIABLE, plan.jobWords(words).text());
        ScratchFolder.otherParent().ifPresent(folder -> environment.put("TMPDIR", folder.toString()));
        boolean anywhere = (launcher + String.join(" ", words)).matches("\\p{ASCII}*");
        if (!anywhere) environment.put("LC_ALL", "C.UTF-8"); // another host may have a locale without these letters
        Engine engine = Engine.find(environment);
        List<String> line = engine.line(placing.names(), launcher, environment, plan.exported.keySet());
        if (Signals.isIgnored(Signals.HUP)) line.addFirst("setsid"); // mpirun ends on SIGHUP, also under nohup
        var job = new EngineJob(engine, new ProcessBuilder(line).inheritIO(), environment);
        stop.setJob(job);
        // of several launchers, that of PE 0 reports all PEs; where no signal reaches it, by its own clock
        if (limit > 0) stop.after(limit + (engine.forwards() ? 0 : REPORT_NANOS));
        return job.run();
    }

    private int simulated(Shape shape, JobProgram program) throws IOException, InterruptedException {
        Path ended = scratch.folder().resolve("ended");
        JvmCommand command = program.simulator(shape, ended);
        SimulatorJob job = new SimulatorJob(process(command, 0, plan.npes, plan.exported), ended);
        stop.setJob(job);
        plan.debugged.printPorts(0, plan.npes, System.err::println);
        return job.run();
    }

    /// The process with these PEs; that of PE 0 gets the launcher's standard input.
    private ProcessBuilder process(JvmCommand command, int first, int count, Map<String, String> own) {
        var builder = new ProcessBuilder(command.words(plan.debugged.flags(first, count), first, count));
        if (first == 0) builder.redirectInput(Redirect.INHERIT);
        if (options.folder != null) builder.directory(options.folder.toFile());
        builder.environment().remove(JobWords.VARIABLE);
        if (part != null) Engine.forgetCopies(builder.environment());
        builder.environment().putAll(own);
        return builder;
    }

    /// Assigns the PEs of this host to JVMs, and prints what the user may not expect of it.
    private JvmBlocks blocks(JobProgram program) {
        JvmBlocks blocks = plan.blocks(plan.here.length > plan.cores && program.shares());
        if (options.sharesClasses && plan.npes > 1) {
            String none = "--share-classes has no effect, since each PE has a process; --jvms 1 puts all into one";
            String shared = "--share-classes: the PEs of a JVM share %s; leave the option out to give each PE its own";
            if (blocks.isProcesses()) options.hint(none);
            else program.first(JvmSharing::state).map(shared::formatted).ifPresent(options::hint);
        }
        return blocks;
    }

    private int onThisHost(Shape shape, JvmBlocks blocks, JobProgram program) throws IOException, InterruptedException {
        Path folder = options.heapFolder();
        try (JobFile file = JobFile.create(folder, shape, plan.cores, plan.here)) {
            // only now, since a job that is refused must not cost the files of the one before
            Map<String, String> variables = new TreeMap<>(plan.exported);
            plan.createTrace(program.program.simpleName() + ", " + blocks.text(), variables);
            Output output = new Output(stop::stop).into(openFiles(), options.tagsOutput);
            if (leads() && options.jvms == null && !blocks.isProcesses()) {
                String reason =
                        plan.cores == 1 ? "only core" : plan.cores + " cores"; // a first use of format takes 10 ms
                options.hint(blocks.text() + ", since they outnumber the " + reason + "; --jvms " + blocks.npes()
                        + " gives each a process");
            }
            variables.put(TransportProvider.BACKEND_VARIABLE, ShmProvider.class.getName());
            variables.put(ShmProvider.JOB_VARIABLE, file.descriptor().toString());
            JvmCommand command = program.command(blocks);
            Job job = new Job(file, output, blocks, program.isBuiltIn());
            stop.setJob(job);
            if (part != null) part.exchange(file, blocks);
            try {
                return job.run(k -> start(blocks, k, command, variables, output));
            } finally {
                if (part != null) part.detach();
            }
        }
    }

    /// Creates or empties the files to which the PEs of this host write, open until the job's end; null for the
    /// launcher's own streams, and for other PEs.
    private List<FileOutputStream> openFiles() {
        if (options.files == null) return null;
        try {
            List<FileOutputStream> open = new ArrayList<>(Collections.nCopies(plan.npes, null));
            for (int pe : plan.here) {
                open.set(pe, new FileOutputStream(options.files.replace(JvmCommand.PE, Integer.toString(pe))));
            }
            return open;
        } catch (IOException e) {
            throw new Refused(JvmCommand.UNWRITTEN, "--output-filename", options.files, e.getMessage());
        }
    }

    /// Starts the k-th JVM of this host. That of PE 0 gets the launcher's standard input.
    private PeProcess start(JvmBlocks blocks, int k, JvmCommand command, Map<String, String> variables, Output output)
            throws IOException {
        int first = blocks.first(k);
        int count = blocks.count(k);
        ProcessBuilder builder = process(command, first, count, variables);
        builder.environment().put(ShmProvider.PE_VARIABLE, Integer.toString(first));
        builder.environment().put(MemberJvm.COUNT_VARIABLE, Integer.toString(count));
        if (options.binds())
            builder.environment()
                    .put(ShmProvider.BINDING_VARIABLE, options.binding().ofJvm(blocks, k));
        ChildProcess process = ChildProcess.start(builder);
        if (options.has("--report-bindings"))
            options.binding().report(blocks, k, plan.npes).forEach(output::print);
        plan.debugged.printPorts(first, count, output::print);
        return new PeProcess(process, first, count, "pid " + process.pid + (part == null ? "" : " on " + part.name()));
    }
}
