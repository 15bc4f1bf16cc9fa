// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jshmem.launch.programs.UntilFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The launcher does in a terminal what any program of this system does: the table in docs/reference/cli.md, cell
/// by cell.
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TerminalIT {
    /// Commands that stay until something ends them.
    enum Command {
        RUN,
        HOSTS
    }

    @TempDir
    private Path folder;

    private Path go;
    private Terminal terminal;

    @BeforeAll
    static void thereIsATerminal() {
        assumeTrue(Terminal.isPossible(), "there is no script(1) or no bash");
    }

    @BeforeEach
    void open() throws IOException {
        go = folder.resolve("go");
        terminal = new Terminal();
        for (var each : TwoHosts.variables().entrySet()) {
            terminal.line("export %s='%s'".formatted(each.getKey(), each.getValue()));
        }
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    /// Starts the command in the shell and waits until it is where it stays; returns its launcher.
    private long start(Command command, String before, String after) throws IOException {
        String hosts = command == Command.HOSTS ? "--hosts a:1,b:1 " : "";
        terminal.line("%s$JSHMEM_ROOT/bin/oshrun -np 2 %s-cp '%s' %s %s%s"
                .formatted(before, hosts, Launch.classPath(), UntilFile.class.getName(), go, after));
        if (!after.contains(" >")) terminal.await("up\n");
        return Terminal.launcherOf(go.toString());
    }

    /// The PEs of a job, on several hosts those of any launcher.
    private Set<Long> pes(Command command, long launcher) {
        if (command != Command.HOSTS) return Leftovers.pes(launcher);
        Set<Long> pes = Leftovers.pesWith(go.toString());
        assertEquals(2, pes.size());
        return pes;
    }

    /// Lets a job go on to its end.
    private void finish(long launcher) throws IOException {
        Files.createFile(go);
        terminal.await("done\n");
        terminal.awaitStatus(launcher, 0);
    }

    @ParameterizedTest
    @EnumSource
    void theInterruptKeyEndsIt(Command command) throws Exception {
        long launcher = start(command, "", "");
        terminal.type(Terminal.CTRL_C);
        terminal.awaitStatus(launcher, 130);
        assertFalse(terminal.screen().contains("is lost"), terminal::screen);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource
    void theQuitKeyRequestsAReport(Command command) throws Exception {
        long launcher = start(command, "", "");
        terminal.type(Terminal.CTRL_BACKSLASH);
        terminal.await(" on request:");
        finish(launcher);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource
    void theSuspendKeyStopsItWithItsPesAndItGoesOnInTheForeground(Command command) throws Exception {
        // mpirun does not pass SIGCONT on where it reads a terminal
        long launcher = start(command, "", command == Command.HOSTS ? " </dev/null" : "");
        Set<Long> pes = pes(command, launcher);
        terminal.type(Terminal.CTRL_Z);
        terminal.await("Stopped");
        for (long pe : pes) Terminal.awaitState(pe, 'T');
        terminal.line("fg");
        Terminal.awaitState(launcher, 'S');
        finish(launcher);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource
    void underNohupItOutlivesItsTerminal(Command command) throws Exception {
        Path out = folder.resolve("out");
        long launcher = start(command, "nohup ", " > " + out + " 2>&1 &");
        Terminal.await(() -> Files.readString(out).contains("up\n"), "never up");
        terminal.hangUp();
        assertTrue(Launch.signal("HUP", launcher)); // a shell that logs out sends it to its jobs
        Files.createFile(go);
        Terminal.await(() -> Files.readString(out).contains("done\n"), "the job did not go on");
        Terminal.awaitEnd(launcher);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource
    void inTheBackgroundItIsNotStoppedByItsInput(Command command) throws Exception {
        long launcher = start(command, "", " &");
        terminal.line("echo the shell reads on");
        terminal.await("the shell reads on");
        Files.createFile(go);
        terminal.await("done\n");
        terminal.line("wait $!");
        terminal.awaitStatus(launcher, 0);
        assertFalse(terminal.screen().contains("Stopped"), terminal::screen);
    }

    /// PE 0 gets its line from the terminal once the job is in the foreground. `mpirun` does not read it then.
    @Test
    @Tag("long")
    void aJobOfTheBackgroundReadsTheTerminalInTheForeground() throws Exception {
        long launcher = start(Command.RUN, "", " read &");
        Files.createFile(go);
        terminal.line("fg");
        terminal.await("oshrun");
        terminal.line("a line");
        terminal.await("read a line\n");
        terminal.await("done\n");
        terminal.awaitStatus(launcher, 0);
    }

    @ParameterizedTest
    @Tag("long")
    @EnumSource
    void aClosedTerminalEndsIt(Command command) throws Exception {
        long launcher = start(command, "", "");
        Set<Long> pes = pes(command, launcher);
        terminal.hangUp();
        Terminal.awaitEnd(launcher);
        for (long pe : pes) Terminal.awaitEnd(pe);
    }
}
