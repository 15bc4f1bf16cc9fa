// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Jobs;
import org.jshmem.report.ParsingErrors;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;

/// The frame of the commands that PE 0 runs alone.
public final class Command {
    /// Status if a test is slower than in the file of `--against`.
    private static final int SLOWER = 5;

    private Command() {}

    @FunctionalInterface
    public interface Body {
        void run(Shmem sh, String[] args) throws IOException;
    }

    /// Runs a command on PE 0; the other PEs return at once. Refused arguments and failed jobs end it with one
    /// sentence.
    public static void run(String name, String[] args, Body body) {
        Shmem.run(args, (sh, own) -> {
            if (sh.myPe() != 0) return;
            try {
                body.run(sh, own);
            } catch (CommandLine.ParameterException e) {
                new InvalidArguments(ParsingErrors.text(e) + BuiltIn.seeHelp(name)).end(sh, name);
            } catch (InvalidArguments refused) {
                refused.end(sh, name);
            } catch (IllegalStateException e) { // a job that failed
                new InvalidArguments(e.getMessage()).end(sh, name);
            }
        });
    }

    /// The option that all commands with options have, after their own ones.
    public abstract static class Options {
        @CommandLine.Option(
                names = {"-h", "--help"},
                usageHelp = true,
                order = Integer.MAX_VALUE,
                description = "Print this and exit")
        private boolean help;
    }

    /// Parses the arguments of a command. Returns false for `--help`, after printing the help.
    public static boolean parse(Options command, String[] args) {
        var line = new CommandLine(command);
        line.parseArgs(args);
        if (command.help) line.usage(System.out);
        return !command.help;
    }

    /// The launcher of this build, to start jobs with.
    public static Path launcher() {
        return Jobs.launcher(Command.class)
                .orElseThrow(() -> new InvalidArguments(
                        "cannot start jobs: bin/oshrun was not found above the classes; run it in a clone or"
                                + " the archive"));
    }

    /// Refuses a number below 1 in the list of `--np`.
    public static void checkPes(List<Integer> npes) {
        for (int n : npes)
            if (n < 1) throw new InvalidArguments("--np " + n + " is not a number of PEs; give 1 or more");
    }

    /// Ends the job with status 5 if a test is slower than before, and else with status 4 if a row was not at rest.
    /// Otherwise returns.
    public static void end(Shmem sh, boolean restless, boolean slower) {
        if (!restless && !slower) return;
        System.out.flush();
        throw sh.globalExit(slower ? SLOWER : Jobs.Finished.RESTLESS);
    }
}
