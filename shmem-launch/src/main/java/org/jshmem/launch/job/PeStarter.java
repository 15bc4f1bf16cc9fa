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
import org.jshmem.launch.system.ChildProcess;
import org.jshmem.launch.system.StandardInput;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.TransportProvider;

/// The starter of the PEs' processes on this host. The process of PE 0 gets the launcher's standard input, the others
/// get an empty one.
///
/// @param commands the command of each JVM, which runs a program if PEs have processes for themselves, else
/// [org.jshmem.launch.member.MemberJvm]
/// @param environment variables besides those of the launcher
/// @param folder working folder of PEs, null for the current one
/// @param say action that prints a line for the user
public record PeStarter(
        PeBlocks deal,
        List<List<String>> commands,
        Map<String, String> environment,
        Path jobFile,
        CoreBinding binding,
        Path folder,
        Debugged debugged,
        Consumer<String> say)
        implements Job.Starter {
    private static final Map<String, String> BACKEND =
            Map.of(TransportProvider.BACKEND_VARIABLE, ShmProvider.class.getName());

    /// The standard input of a JVM: the launcher's own, or nothing. If the launcher is in the background of its
    /// terminal, it reads the terminal itself once it is in the foreground.
    static Redirect input(boolean reads) {
        if (!reads) return Redirect.from(new File("/dev/null"));
        return StandardInput.isOthers() ? Redirect.PIPE : Redirect.INHERIT;
    }

    @Override
    public Part start(int k) throws IOException {
        int first = deal.first(k);
        int count = deal.count(k);
        List<String> command = commands.get(k);
        List<String> whole = new ArrayList<>(List.of(command.getFirst()));
        if (k == 0) whole.addAll(ClassArchive.listing());
        whole.addAll(debugged.flags(first, count));
        whole.addAll(command.subList(1, command.size()));
        Redirect input = input(k == 0);
        ChildProcess process = new PeStart(first, count, deal.npes(), k, k == 0, binding, whole, environment)
                .run(folder, jobFile, BACKEND, input, line -> say.accept("oshrun: " + line));
        if (input == Redirect.PIPE) StandardInput.copyTo(process.input()::take);
        debugged.tell(first, count, say);
        return new Part(process, first, count);
    }
}
