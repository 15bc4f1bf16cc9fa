// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
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
/// @param starts the processes
/// @param host words for this host in messages; empty in a job on this host alone
/// @param folder working folder of PEs, null for the current one
/// @param say action that prints a line for the user
public record PeStarter(
        List<PeStart> starts, String host, Path jobFile, Path folder, Debugged debugged, Consumer<String> say)
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
        PeStart start = starts.get(k);
        Redirect input = input(start.reads());
        ChildProcess process = start.run(folder, jobFile, BACKEND, input, line -> say.accept("oshrun: " + line));
        if (input == Redirect.PIPE) StandardInput.copyTo(process.input()::take);
        debugged.tell(start.first(), start.count(), say);
        return new Part(process, start.first(), start.count(), "pid " + process.pid() + host);
    }
}
