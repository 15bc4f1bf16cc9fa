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
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.os.ChildProcess;
import org.jshmem.launch.os.Processes;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.TransportProvider;

/// The starter of the PEs' processes on this host. The process of PE 0 gets the launcher's standard input, the others
/// get an empty one.
///
/// @param deal the PEs of each process
/// @param npes number of PEs of the job
/// @param command command of a process, from the JVM on, without the numbers of its PEs
/// @param environment variables besides those of the launcher
/// @param binding cores on which the processes may run
/// @param host words for this host in messages; empty in a job on this host alone
/// @param folder working folder of PEs, null for the current one
/// @param say action that prints a line for the user
public record PeStarter(
        PeBlocks deal,
        int npes,
        List<String> command,
        Map<String, String> environment,
        CoreBinding binding,
        String host,
        Path jobFile,
        Path folder,
        Debugged debugged,
        Consumer<String> say)
        implements Job.Starter {

    /// The standard input of a JVM: the launcher's own, or nothing.
    static Redirect input(boolean reads) {
        return reads ? Redirect.INHERIT : Redirect.from(new File("/dev/null"));
    }

    @Override
    public Part start(int k) throws IOException {
        int first = deal.first(k);
        int count = deal.count(k);
        List<String> own = new ArrayList<>(command);
        own.addAll(1, debugged.flags(first, count));
        List<String> words = new ArrayList<>(PeCommand.diesWithLauncher());
        words.addAll(binding.command(k));
        words.addAll(PeCommand.numbered(own, first, count));
        var builder = new ProcessBuilder(words).redirectInput(input(first == 0));
        if (folder != null) builder.directory(folder.toFile());
        Map<String, String> variables = builder.environment();
        variables.putAll(environment);
        variables.put(TransportProvider.BACKEND_VARIABLE, ShmProvider.class.getName());
        variables.put(ShmProvider.JOB_VARIABLE, jobFile.toString());
        variables.put(ShmProvider.PE_VARIABLE, Integer.toString(first));
        variables.put(MemberJvm.COUNT_VARIABLE, Integer.toString(count));
        ChildProcess process = Processes.start(builder);
        if (binding.reports()) say.accept("oshrun: " + binding.report(k, first, count, npes));
        debugged.tell(first, count, say);
        return new Part(process, first, count, "pid " + process.pid() + host);
    }
}
