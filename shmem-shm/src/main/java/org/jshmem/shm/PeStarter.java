// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts the processes of the PEs: the same command for all, PE 0 with the launcher's standard input, the others with
/// none.
final class PeStarter implements Job.Starter {
    private final ProcessBuilder builder;
    private final List<String> command;
    private final String training = System.getProperty(ClassArchive.TRAINING_PROPERTY);

    /// The cores that PEs are bound to in turn, or none.
    private final List<Integer> cores;

    PeStarter(List<String> command, Map<String, String> exported, Path jobFile, boolean bind) {
        this.cores = bind ? Cores.usable() : List.of();
        this.command = command;
        builder = new ProcessBuilder();
        builder.environment().putAll(exported);
        builder.environment().put(ShmProvider.JOB_VARIABLE, jobFile.toString());
    }

    @Override
    public Process start(int pe) throws IOException {
        List<String> whole = new ArrayList<>(PeCommand.diesWithLauncher());
        if (!cores.isEmpty())
            whole.addAll(
                    List.of(Cores.BINDER, "-c", cores.get(pe % cores.size()).toString()));
        whole.add(command.getFirst());
        if (training != null && pe == 0) whole.add("-XX:DumpLoadedClassList=" + training);
        whole.addAll(command.subList(1, command.size()));
        builder.command(whole);
        builder.environment().put(ShmProvider.PE_VARIABLE, Integer.toString(pe));
        builder.redirectInput(pe == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
        return builder.start();
    }
}
