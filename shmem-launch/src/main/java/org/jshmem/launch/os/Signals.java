// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jshmem.jdk.JdkSignals;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.shm.system.SystemCalls;

/// The Unix signals that the launcher handles.
/*
 * bin/oshrun starts the launcher's JVM with these signals blocked and an option not to use signals. So one thread here
 * can wait for them, including SIGQUIT, which a JVM otherwise keeps to itself. No signal is lost while the JVM boots.
 * The kernel does job control: PEs are in the launcher's process group, so the keys of a terminal stop, continue and
 * interrupt them too.
 * Linux queues a blocked signal even if it is ignored. So signals that the launcher inherited as ignored (nohup, `&` in
 * a script) are left out of the wait. SIGQUIT is not left out: it requests a report, and every JVM answers it in the
 * background too.
 *
 * If the signals are not blocked, the JDK's own class handles SIGINT, SIGTERM and SIGHUP.
 */
public final class Signals {
    public static final int HUP = 1;
    public static final int INT = 2;
    public static final int QUIT = 3;
    public static final int KILL = 9;
    public static final int USR1 = 10;
    public static final int USR2 = 12;
    public static final int PIPE = 13;
    public static final int TERM = 15;

    /// Of the launcher of a host: its job is over time.
    public static final int XCPU = 24;

    /// Of the launcher of a host: its job is stopped.
    public static final int PWR = 30;

    /// Requests the lines of the program at which PEs are; of the launcher of a host a report. A process that does not
    /// handle it ignores it.
    public static final int URG = 23;

    private static final long ENDING = bit(HUP) | bit(INT) | bit(QUIT) | bit(TERM);

    /// Those without an effect before [#onSignal].
    private static final long PASSED = bit(USR1) | bit(USR2) | bit(URG);

    /// Those by which an engine passes on what the user's launcher wants.
    private static final long OF_ENGINE = bit(XCPU) | bit(PWR);

    /// The names of the signals that end a JVM, in the order of their numbers.
    private static final List<String> ENDS = List.of(
            "HUP INT QUIT ILL - ABRT BUS FPE KILL USR1 SEGV USR2 PIPE - TERM - - - - - - - - XCPU XFSZ".split(" "));

    private static final Set<String> SUDDEN = Set.of("SIGILL", "SIGABRT", "SIGBUS", "SIGFPE", "SIGKILL", "SIGSEGV");

    private static volatile IntConsumer meaning = Signals::endProcess;

    private Signals() {}

    private static long bit(int signal) {
        return 1L << (signal - 1);
    }

    /// Waits for signals from now on, in a thread of its own. Until [#onSignal] is called, a signal ends this process,
    /// as it would end a process that does not handle it; a signal for PEs has no effect.
    public static void start() {
        Thread.ofPlatform().daemon().name("signals").start(() -> {
            long blocked = mask("SigBlk:", "self");
            if ((blocked & ENDING) == ENDING)
                take(blocked & (ENDING | PASSED | OF_ENGINE) & ~(mask("SigIgn:", "self") & ~bit(QUIT)));
            else handleByJdk("INT", "TERM", "HUP");
        });
    }

    /// Sets the handler of signals, which gets a signal's number.
    public static void onSignal(IntConsumer handler) {
        meaning = handler;
    }

    /// Whether this process has inherited a signal as ignored, as from nohup.
    public static boolean isIgnored(int signal) {
        return (mask("SigIgn:", "self") & bit(signal)) != 0;
    }

    /// The words before the command of a process that make it block none of these signals, which this process blocks.
    /// A signal that this process ignores stays blocked there: `env` would give it its default effect. Those of an
    /// engine, which signals the launcher's whole process group, are ignored there.
    static List<String> unblocked() {
        long blocked = mask("SigBlk:", "self");
        long theirs = (ENDING | PASSED) & blocked & ~mask("SigIgn:", "self");
        List<String> numbers = new ArrayList<>();
        for (int signal = HUP; signal <= URG; signal++) {
            if ((theirs & bit(signal)) != 0) numbers.add(Integer.toString(signal));
        }
        if (numbers.isEmpty()) return List.of();
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=" + String.join(",", numbers)));
        if ((blocked & OF_ENGINE) != 0) words.add("--ignore-signal=" + XCPU + "," + PWR);
        return words;
    }

    /// The words before the command of a launcher that make it block these signals, as this process blocks them.
    public static List<String> blocked() {
        List<String> words = new ArrayList<>(blocking("HUP,INT,QUIT,TERM,USR1,USR2,URG,XCPU,PWR"));
        if (!words.isEmpty()) words.add("--ignore-signal=QUIT");
        return words;
    }

    /// The words before a command that make it block these signals; none if `env` cannot.
    public static List<String> blocking(String signals) {
        boolean able = (mask("SigBlk:", "self") & ENDING) == ENDING;
        return able ? List.of("env", "--block-signal=" + signals) : List.of();
    }

    /// Whether a process handles a signal.
    static boolean isHandled(int signal, int pid) {
        return (mask("SigCgt:", Integer.toString(pid)) & bit(signal)) != 0;
    }

    private static void endProcess(int signal) {
        if ((PASSED & bit(signal)) == 0) Runtime.getRuntime().halt(128 + signal);
    }

    private static void take(long mask) {
        while (true) {
            int signal = SystemCalls.awaitSignal(mask);
            if (signal > 0) pass(signal);
        }
    }

    private static void pass(int signal) {
        try {
            meaning.accept(signal);
        } catch (RuntimeException | Error e) { // the next signal must still be handled
            System.err.printf("oshrun: %s was not handled, %s%n", name(128 + signal), e);
        }
    }

    /// A set of signals in a process's status.
    private static long mask(String name, String process) {
        String digits = KernelFile.after(name, Path.of("/proc", process, "status"));
        return digits.isEmpty() ? 0 : Long.parseUnsignedLong(digits, 16);
    }

    private static void handleByJdk(String... names) {
        try {
            JdkSignals.handle(Signals::pass, names);
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun: signals cannot be handled here, " + e);
        }
    }

    /// Whether a status is that of a signal which a JVM does not survive to say why it ends.
    public static boolean isSudden(int status) {
        return SUDDEN.contains(name(status));
    }

    /// A signal's name, or an empty string for a status that no signal made.
    public static String name(int status) {
        int signal = status - 128;
        boolean ends =
                signal > 0 && signal <= ENDS.size() && !ENDS.get(signal - 1).equals("-");
        return ends ? "SIG" + ENDS.get(signal - 1) : "";
    }
}
