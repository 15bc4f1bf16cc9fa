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

    /// The standard input of a JVM: the launcher's own, or nothing.
    static Redirect input(boolean reads) {
        return reads ? Redirect.INHERIT : Redirect.from(new File("/dev/null"));
    }

    @Override
    public Part start(int k) throws IOException {
        PeStart start = starts.get(k);
        Redirect input = input(start.reads());
        ChildProcess process = start.run(folder, jobFile, BACKEND, input, line -> say.accept("oshrun: " + line));
        debugged.tell(start.first(), start.count(), say);
        return new Part(process, start.first(), start.count(), "pid " + process.pid() + host);
    }
}
