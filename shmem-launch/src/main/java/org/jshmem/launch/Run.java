// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jshmem.launch.hosts.HostMain;
import org.jshmem.launch.hosts.HostsRun;
import org.jshmem.launch.hosts.LaunchCommand;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.hosts.ProgramFiles;
import org.jshmem.launch.job.ArgumentFile;
import org.jshmem.launch.job.Debugged;
import org.jshmem.launch.job.Job;
import org.jshmem.launch.job.Library;
import org.jshmem.launch.job.OneJvm;
import org.jshmem.launch.job.PeBlocks;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.job.PeStarter;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.output.Output;
import org.jshmem.launch.output.PeFiles;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.launch.program.PeProgram;
import org.jshmem.launch.system.Leftovers;
import org.jshmem.launch.system.Refused;
import org.jshmem.launch.system.ScratchFolder;
import org.jshmem.launch.system.Signals;
import org.jshmem.launch.system.Stop;
import org.jshmem.runtime.Environment;
import org.jshmem.runtime.Settings;
import org.jshmem.runtime.Variables;
import org.jshmem.shm.JobFile;
import org.jshmem.start.ProgramClasses;
import org.jshmem.transport.Shape;
import org.jshmem.transport.TransportProvider;
import org.jshmem.ucx.UcxProvider;

/// The run of one command line: a job on a simulated machine, on this host or on several hosts.
final class Run {
    /// The name of this host among calibrated machines.
    private static final String HOST = "host";
    private static final String CALIBRATED = "calibrated"; // the simulator's name of this host

    private final Options options;

    /// The second program of the job and those after it, each with its number of PEs.
    private final List<Options> later;

    private final Library library = new Library(Oshrun.class, System.getProperty("java.class.path"));

    Run(Options options, List<Options> later) {
        this.options = options;
        this.later = later;
    }

    /// Runs the job and returns its exit status.
    int run() throws InterruptedException {
        int npes = Segments.npes(options, later);
        Map<String, String> exported = new TreeMap<>(options.exported());
        if (options.heap != null) exported.put(Settings.HEAP_VARIABLE, options.heap);
        if (options.timeout != null) exported.put(Settings.TIMEOUT_VARIABLE, options.timeout);
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(exported);
        Options.checkEnvironment(environment);
        Variables.misspelt(environment).forEach(this::hint);
        if (!"calibrate".equals(options.program)) exportCalibration(environment, exported);
        long heapBytes = options.heapBytes(environment, npes);
        long timeoutNanos = options.timeoutNanos();
        Shape shape = Settings.shape(npes, heapBytes, timeoutNanos);
        try (ScratchFolder scratch = new ScratchFolder()) {
            Stop stop = new Stop(scratch);
            Signals.mean(stop::signalled);
            PeProgram target = target(options, scratch);
            if (options.jvm.argumentFile != null) return argumentFile(npes, target);
            List<PeProgram> others = new ArrayList<>();
            for (Options more : later) others.add(target(more, scratch));
            if (options.run.timeLimitNanos() > 0) stop.after(options.run.timeLimitNanos());
            if (options.simulator.isAsked()) {
                return simulated(shape, target, scratch)
                        .run(tuned(exported, environment, options.simulator.machine), stop);
            }
            Placing placing = options.isTool() ? null : options.hosts.placing(npes);
            if (placing != null && !later.isEmpty()) throw Segments.refused("several hosts");
            if (placing != null) return onHosts(shape, placing, target, exported, stop);
            hint(options.hosts.unused());
            int cores = Runtime.getRuntime().availableProcessors();
            PeBlocks deal = options.jvm.deal(npes, npes > cores && shares(target), cores);
            if (options.jvm.shareClasses && npes > 1 && deal.isProcesses()) {
                hint("--share-classes has no effect, since each PE has a process; --jvms 1 puts all into one");
            }
            String title = "%s, %s".formatted(target.simpleName(), deal.text());
            return real(shape, deal, commands(deal, target, others), title, tuned(exported, environment, HOST), stop);
        }
    }

    /// Whether PEs share JVMs by default if they outnumber cores: only if neither an option nor the program needs
    /// a process per PE.
    private boolean shares(PeProgram target) {
        if (options.jvm.saysJvms()
                || options.binding().binds()
                || options.run.needsProcesses()
                || !later.isEmpty()
                || options.jvm.areForOnePe()) {
            return false;
        }
        if (ModuleServices.program(options.program).isPresent()) return true;
        Optional<String> jvmWide = target.jvmWide();
        jvmWide.ifPresent(what -> debug("each PE has a process, because of " + what));
        return jvmWide.isEmpty();
    }

    /// Prints a line about an option or a variable without effect; none for an empty text.
    private void hint(String what) {
        if (!what.isEmpty() && !options.run.quiet) System.err.println("oshrun: " + what);
    }

    /// Prints a line if SHMEM_DEBUG is set.
    private void debug(String what) {
        Map<String, String> environment = new TreeMap<>(System.getenv());
        environment.putAll(options.exported());
        if (Environment.isOn(environment, "SHMEM_DEBUG")) System.err.println("oshrun: " + what);
    }

    /// Adds the costs of algorithms, if JSHMEM_TUNED is set: those of this host's calibration, or of the simulated
    /// machine. The launcher reads them once, so that all PEs choose the same algorithms.
    private static Map<String, String> tuned(
            Map<String, String> exported, Map<String, String> environment, String machine) {
        Map<String, String> all = new TreeMap<>(exported);
        if (!Environment.isOn(environment, "JSHMEM_TUNED")) return all;
        boolean ofHost = machine.equals(HOST) || machine.equals(CALIBRATED);
        Optional<String> prices = ofHost ? ModuleServices.prices(environment) : Optional.of(Settings.OF_MACHINE);
        prices.ifPresent(text -> all.put(Settings.TUNING_VARIABLE, text));
        return all;
    }

    /// Passes on the full path of the calibration file, since PEs may run in another folder. Refuses a file that does
    /// not exist: PEs would silently choose without it.
    private static void exportCalibration(Map<String, String> environment, Map<String, String> exported) {
        String named = environment.get(Environment.CALIBRATION_VARIABLE);
        if (named == null || named.equals("off")) return;
        if (!Files.isRegularFile(Path.of(named))) {
            throw new Refused("%s '%s' is not a file; run oshrun calibrate, which writes it, or unset the variable"
                    .formatted(Environment.CALIBRATION_VARIABLE, named));
        }
        exported.put(
                Environment.CALIBRATION_VARIABLE,
                Path.of(named).toAbsolutePath().toString());
    }

    private int argumentFile(int npes, PeProgram target) {
        if (!later.isEmpty()) throw new Refused("--argfile is for one program; write a file for each");
        if (options.program.endsWith(".java")) {
            throw new Refused(
                    "--argfile needs compiled classes; compile %s by javac -cp $(oshrun classpath), and give its class"
                            .formatted(options.program));
        }
        List<String> command =
                PeCommand.ofProcess(npes, options.jvm.options, library, target.absolute(), options.arguments);
        System.out.println(ArgumentFile.write(options.jvm.argumentFile, command));
        return 0;
    }

    private PeProgram target(Options of, ScratchFolder scratch) {
        if ("hello".equals(of.program)) Oshrun.checkAlone(of, 1);
        PeProgram target = PeProgram.of(of.program, programClassPath(of), library.classPath(), scratch);
        return options.run.folder() == null ? target : target.absolute();
    }

    /// Prints that PEs share JVMs, unless the command line gives the number of JVMs. On several hosts `--jvms` is the
    /// number of JVMs on each, so `processes` is that of the host with most PEs.
    private void tell(PeBlocks deal, String reason, int processes) {
        if (options.jvm.saysJvms() || options.run.quiet || deal.isProcesses()) return;
        System.err.println("oshrun: " + deal.text() + ", since " + reason + "; --jvms " + processes
                + " gives each a process"); // a first use of format takes 10 ms
    }

    private OneJvm simulated(Shape shape, PeProgram target, ScratchFolder scratch) {
        Class<?> main = ModuleServices.machine(options.simulator.machine).main();
        List<String> own = new ArrayList<>(options.simulator.arguments());
        if (options.tagOutput) own.add("--tag-output");
        own.addAll(options.trace.arguments());
        List<String> jvm = new ArrayList<>(options.trace.jvm(options.jvm.options));
        Debugged debugged = options.run.debugged(shape.npes());
        jvm.addAll(debugged.flags(0, shape.npes()));
        Path ended;
        try {
            ended = scratch.folder().resolve("ended");
        } catch (IOException e) {
            throw new Refused("cannot make a temporary folder, " + e.getMessage());
        }
        return new OneJvm(
                main,
                shape,
                own,
                target,
                options.arguments,
                sharing(target),
                jvm,
                library,
                options.run.folder(),
                debugged,
                ended);
    }

    /// The system property that makes PEs of a JVM share the program's classes. The list is empty unless the user
    /// chose that or the program has no static state.
    private List<String> sharing(PeProgram target) {
        List<String> properties = new ArrayList<>();
        if (options.jvm.shareClasses || isStateless(target)) {
            properties.add("-D" + ProgramClasses.SHARE_PROPERTY + "=true");
        }
        return properties;
    }

    private boolean isStateless(PeProgram target) {
        if (ModuleServices.program(options.program).isPresent()) return false; // on the class path, and shared anyway
        Optional<String> state = target.staticState();
        debug("PEs of a JVM "
                + state.map(what -> "load the program once each, because of " + what)
                        .orElse("share the program's classes, which have no static state"));
        return state.isEmpty();
    }

    private String programClassPath(Options of) {
        if (of.jvm.classPath != null) return of.jvm.classPath;
        if (options.jvm.classPath != null) return options.jvm.classPath;
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty() ? "." : variable;
    }

    private int real(
            Shape shape,
            PeBlocks deal,
            List<List<String>> commands,
            String title,
            Map<String, String> exported,
            Stop stop)
            throws InterruptedException {
        Path folder = options.heapFolder();
        Debugged debugged = options.run.debugged(deal.npes());
        Leftovers.jobs(folder);
        try (JobFile file = JobFile.create(folder, shape, Runtime.getRuntime().availableProcessors())) {
            // only now, since a job that is refused must not cost the files of the one before
            options.trace.create(deal.npes(), title);
            PeFiles files = options.run.files(deal.npes());
            int cores = Runtime.getRuntime().availableProcessors();
            tell(deal, "they outnumber the " + cores + " cores", deal.npes());
            Output output = output(stop).into(files);
            if (options.tagOutput && deal.isProcesses()) output.tag(); // else each JVM tags its output
            Job job = new Job(file, output, deal);
            if (ModuleServices.program(options.program).isPresent()) job.refusesItself();
            stop.meansFor(job);
            return job.run(
                    new PeStarter(
                            deal,
                            commands,
                            options.trace.exported(exported),
                            file.descriptor(),
                            options.binding(),
                            options.run.folder(),
                            debugged,
                            output::say),
                    () -> Leftovers.scratch(Path.of(System.getProperty("java.io.tmpdir"))));
        } catch (IOException e) {
            throw new Refused(e.getMessage());
        }
    }

    private static Output output(Stop stop) {
        return new Output(
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                () -> stop.now(128 + Signals.PIPE));
    }

    private int onHosts(Shape shape, Placing placing, PeProgram target, Map<String, String> exported, Stop stop)
            throws InterruptedException {
        options.run.checkSeveralHosts();
        Path folder = options.heapFolder().toAbsolutePath();
        int npes = shape.npes();
        try (JobFile mirror = JobFile.create(folder, shape, Runtime.getRuntime().availableProcessors(), new int[0])) {
            Output output = output(stop);
            Map<String, String> variables = new TreeMap<>();
            System.getenv().forEach((name, value) -> {
                if (name.matches("(SHMEM|JSHMEM|SMA|UCX)_.*")) variables.put(name, value);
            });
            variables.putAll(exported);
            variables.put(TransportProvider.BACKEND_VARIABLE, UcxProvider.class.getName());
            try (HostsRun hosts = new HostsRun(placing, mirror, options.hosts.timeoutNanos(), output::say)) {
                List<String> onHost = PeCommand.ofLauncher(library, HostMain.class);
                onHost.add(options.hosts.wire());
                var agent = new LaunchCommand(options.hosts.launchAgent(), variables, onHost);
                ProgramFiles program = ProgramFiles.of(target, Path.of("").toAbsolutePath());
                int[] cores = hosts.meet(agent, options.hosts.wire());
                options.trace.create(
                        npes,
                        "%s, %d PEs on %d hosts"
                                .formatted(
                                        target.simpleName(),
                                        npes,
                                        placing.names().size()));
                output.into(options.run.files(npes));
                debug(hosts.wire());
                variables.put(Settings.WIRE_VARIABLE, hosts.wireName());
                PeBlocks[] deals = options.jvm.deals(placing, shares(target), cores);
                PeBlocks deal = PeBlocks.of(deals);
                PeBlocks fullest = Collections.max(List.of(deals), Comparator.comparingInt(PeBlocks::npes));
                tell(deal, "PEs of a host outnumber its cores", fullest.npes());
                if (options.tagOutput && deal.isProcesses()) output.tag();
                hosts.begin(deal, shape, folder, program, options.trace.bytesOnHosts());
                Job job = new Job(mirror, output, deal);
                stop.meansFor(job);
                hosts.runs(command(fullest, deal.isProcesses(), target), variables, options.binding());
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

    /// The command of each JVM of the job, in the order of their PEs.
    private List<List<String>> commands(PeBlocks deal, PeProgram target, List<PeProgram> others) {
        int first = others.isEmpty() ? deal.jvms() : options.npes();
        List<String> jvm = options.trace.jvm(options.jvm.options);
        List<List<String>> commands =
                new ArrayList<>(Collections.nCopies(first, command(deal, deal.isProcesses(), target)));
        for (int k = 0; k < others.size(); k++) {
            Options more = later.get(k);
            commands.addAll(Collections.nCopies(
                    more.npes(), PeCommand.ofProcess(deal.npes(), jvm, library, others.get(k), more.arguments)));
        }
        return commands;
    }

    /// The command of a JVM; `deal` gives its share of its host.
    private List<String> command(PeBlocks deal, boolean processes, PeProgram target) {
        List<String> jvm = options.trace.jvm(options.jvm.options);
        if (processes) {
            return PeCommand.ofProcess(deal.npes(), jvm, library, target, options.arguments);
        }
        List<String> properties = sharing(target);
        if (options.tagOutput) properties.add("-D" + MemberJvm.TAG_PROPERTY + "=true");
        List<String> arguments = new ArrayList<>(List.of(target.mainClass()));
        arguments.addAll(options.arguments);
        return PeCommand.ofShared(deal, jvm, library, target, MemberJvm.class, properties, arguments);
    }
}
