// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;
import org.jshmem.shm.Kernel;

/// Unix signals to the launcher.
/*
 * bin/oshrun starts the launcher's JVM with SIGHUP, SIGINT, SIGQUIT and SIGTERM blocked and told not to use signals, so
 * that one thread here can wait for them, SIGQUIT included, which a JVM otherwise keeps to itself. Nothing is lost while
 * the JVM boots. Where the signals are not blocked, the JDK's own class handles all but SIGQUIT; it is not public and is
 * reached by reflection.
 */
public final class Signals {
    public static final int HUP = 1;
    public static final int INT = 2;
    public static final int QUIT = 3;
    public static final int KILL = 9;
    public static final int PIPE = 13;
    public static final int TERM = 15;
    private static final long MASK = bit(HUP) | bit(INT) | bit(QUIT) | bit(TERM);

    private Signals() {}

    private static long bit(int signal) {
        return 1L << (signal - 1);
    }

    /// Calls `handler` with the number of each signal that comes, in a thread that is not the caller's.
    public static void handle(IntConsumer handler) {
        if (areBlocked()) {
            Thread.ofPlatform().daemon().name("signals").start(() -> {
                while (true) {
                    int signal = Kernel.awaitSignal(MASK);
                    if (signal > 0) handler.accept(signal);
                }
            });
        } else {
            handleByJdk(handler, "INT", "TERM", "HUP");
        }
    }

    private static boolean areBlocked() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("SigBlk:"))
                    .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & MASK) == MASK);
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    private static void handleByJdk(IntConsumer handler, String... names) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> receiver = Class.forName("sun.misc.SignalHandler");
            var number = signal.getMethod("getNumber");
            InvocationHandler calls = (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) handler.accept((int) number.invoke(arguments[0]));
                return method.getName().equals("hashCode") ? (Object) System.identityHashCode(proxy) : null;
            };
            Object proxy = Proxy.newProxyInstance(receiver.getClassLoader(), new Class<?>[] {receiver}, calls);
            var handle = signal.getMethod("handle", signal, receiver);
            for (String name : names) {
                handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            System.err.println("oshrun: signals cannot be handled here, " + e);
        }
    }

    /// A signal's name, or an empty string for a status that no signal made.
    public static String name(int status) {
        return switch (status - 128) {
            case 1 -> "SIGHUP";
            case 2 -> "SIGINT";
            case 3 -> "SIGQUIT";
            case 4 -> "SIGILL";
            case 6 -> "SIGABRT";
            case 7 -> "SIGBUS";
            case 8 -> "SIGFPE";
            case 9 -> "SIGKILL";
            case 11 -> "SIGSEGV";
            case 13 -> "SIGPIPE";
            case 15 -> "SIGTERM";
            case 24 -> "SIGXCPU";
            case 25 -> "SIGXFSZ";
            default -> "";
        };
    }
}
