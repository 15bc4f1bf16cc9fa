// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.function.IntConsumer;

/// Unix signals to the launcher.
///
/// The JDK has no public class for signals; the one it has is reached by reflection, and where that fails the signals
/// do what they do to any process.
final class Signals {
    private Signals() {}

    /// Calls `handler` with the number of each signal that comes, in a thread of the JVM's.
    static void handle(IntConsumer handler, String... names) {
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
    static String name(int status) {
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
