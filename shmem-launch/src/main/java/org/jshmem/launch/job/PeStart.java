// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jshmem.launch.member.MemberJvm;
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.Processes;
import org.jshmem.shm.ShmProvider;

/// The description of a process of PEs, which the launcher or its process on another host starts.
///
/// @param first its first PE
/// @param count number of its PEs
/// @param npes number of PEs of the job
/// @param nth number of the process on its host, from 0
/// @param binding cores on which it may run
/// @param command its command, from the JVM on; [#run] puts in the numbers of its PEs
/// @param environment variables besides those of its host
public record PeStart(
        int first,
        int count,
        int npes,
        int nth,
        CoreBinding binding,
        List<String> command,
        Map<String, String> environment) {

    /// Whether it gets the launcher's standard input.
    public boolean reads() {
        return first == 0;
    }

    /// Starts it on this host as a part of the job in `jobFile`, in `folder` (null for the current one), with the
    /// variables `own` of this host. If `binding` reports, `say` prints the cores.
    public ChildProcess run(Path folder, Path jobFile, Map<String, String> own, Redirect input, Consumer<String> say)
            throws IOException {
        List<String> words = new ArrayList<>(PeCommand.diesWithLauncher());
        words.addAll(binding.command(nth));
        words.addAll(PeCommand.numbered(command, first, count));
        var builder = new ProcessBuilder(words).redirectInput(input);
        if (folder != null) builder.directory(folder.toFile());
        Map<String, String> variables = builder.environment();
        variables.putAll(environment);
        variables.putAll(own);
        variables.put(ShmProvider.JOB_VARIABLE, jobFile.toString());
        variables.put(ShmProvider.PE_VARIABLE, Integer.toString(first));
        variables.put(MemberJvm.COUNT_VARIABLE, Integer.toString(count));
        ChildProcess process = Processes.start(builder);
        if (binding.reports()) say.accept(binding.report(nth, first, count, npes));
        return process;
    }
}
