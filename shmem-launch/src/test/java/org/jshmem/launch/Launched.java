// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A run of the launcher: what it said and how it ended.
///
/// @param status exit status
/// @param out standard output
/// @param err standard error
/// @param millis how long it took
/// @param launcher its process
record Launched(int status, String out, String err, long millis, long launcher) {
    // on a busy machine mpirun may find that its child has begun the remote shell, warns of that, and goes on
    private static final Pattern WARNING_OF_MPIRUN = Pattern.compile("(?m)^\\[.*] plm:rsh: Warning: setpgid.*\\R");

    Launched {
        err = WARNING_OF_MPIRUN.matcher(err).replaceAll("");
    }

    /// Standard output line by line.
    List<String> lines() {
        return out.lines().toList();
    }

    /// The lines of standard output in order, since PEs write in any order.
    List<String> sorted() {
        return out.lines().sorted().toList();
    }

    /// Standard error without the line that says how PEs share JVMs where they outnumber the cores.
    String errors() {
        return err.replaceFirst("oshrun: \\d+ PEs in \\d+ JVMs?, since they outnumber the .*\\R", "");
    }

    /// The status, or everything that was written where it is another one.
    void assertStatus(int expected) {
        assertEquals(expected, status, this::toString);
    }

    /// Standard error contains this text.
    void assertErr(String part) {
        assertTrue(err.contains(part), () -> part + "\nis not in\n" + this);
    }

    /// Standard error matches this expression.
    void assertErrMatches(String regex) {
        assertTrue(err.matches(regex), () -> regex + "\ndoes not match\n" + this);
    }

    /// Standard output contains this text.
    void assertOut(String part) {
        assertTrue(out.contains(part), () -> part + "\nis not in\n" + this);
    }

    /// Nothing is left of this run: no file, no process.
    void assertNothingIsLeft() {
        assertEquals(Set.of(), Leftovers.files(launcher));
        assertEquals(Set.of(), Leftovers.pes(launcher));
    }

    /// Everything it said, for the message of an assertion.
    @Override
    public String toString() {
        return "status %d%nstdout:%n%s%nstderr:%n%s".formatted(status, out, err);
    }
}
