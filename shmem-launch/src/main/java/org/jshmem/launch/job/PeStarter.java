// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jshmem.launch.member.Members;
import org.jshmem.launch.system.StandardInput;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.TransportProvider;

/// Starts the processes of the PEs: that of PE 0 with the launcher's standard input, the
/// others with none.
public final class PeStarter implements Job.Starter {
    private final Deal deal;
    private final ProcessBuilder builder;
    private final List<List<String>> commands;
    private final Debugged debugged;
    private final Consumer<String> say;
    private final String training = System.getProperty(ClassArchive.TRAINING_PROPERTY);
    private final Binding binding;

    /// Each of `commands`, one for each JVM, runs a program where PEs have processes for themselves, else [Members].
    /// `folder` is where they run, null for here.
    public PeStarter(
            Deal deal,
            List<List<String>> commands,
            Map<String, String> exported,
            Path jobFile,
            Binding binding,
            Path folder,
            Debugged debugged,
            Consumer<String> say) {
        this.say = say;
        this.debugged = debugged;
        this.deal = deal;
        this.binding = binding;
        this.commands = commands;
        builder = new ProcessBuilder();
        if (folder != null) builder.directory(folder.toFile());
        builder.environment().putAll(exported);
        builder.environment().put(TransportProvider.BACKEND_VARIABLE, ShmProvider.class.getName());
        builder.environment().put(ShmProvider.JOB_VARIABLE, jobFile.toString());
    }

    /// Where a JVM reads from: the launcher's own standard input, or nothing. A terminal in whose background the
    /// launcher was started is read by the launcher, once it is in the foreground.
    static Redirect input(boolean reads) {
        if (!reads) return Redirect.from(new File("/dev/null"));
        return StandardInput.isOthers() ? Redirect.PIPE : Redirect.INHERIT;
    }

    @Override
    public Part start(int k) throws IOException {
        List<String> command = commands.get(k);
        List<String> whole = new ArrayList<>(PeCommand.apart());
        whole.addAll(binding.command(k));
        whole.add(command.getFirst());
        if (training != null && k == 0) whole.add("-XX:DumpLoadedClassList=" + training);
        int first = deal.first(k);
        whole.addAll(debugged.flags(first, deal.count(k)));
        whole.addAll(PeCommand.numbered(command.subList(1, command.size()), first, deal.count(k)));
        builder.command(whole);
        builder.environment().put(ShmProvider.PE_VARIABLE, Integer.toString(first));
        builder.environment().put(Members.COUNT_VARIABLE, Integer.toString(deal.count(k)));
        builder.redirectInput(input(k == 0));
        Process process = builder.start();
        if (builder.redirectInput() == Redirect.PIPE) StandardInput.copyTo(process.getOutputStream());
        if (binding.reports()) say.accept("oshrun: " + binding.report(k, first, deal.count(k), deal.npes()));
        debugged.tell(process, first, deal.count(k), say);
        return new LocalPart(process, first, deal.count(k));
    }
}
