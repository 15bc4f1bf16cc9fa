// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/// Signals by the JDK's own class, which is not public: reflection reaches it.
public final class JdkSignals {
    private JdkSignals() {}

    /// Calls `handler` with the number of each signal that arrives and has one of these names, such as `TERM`.
    ///
    /// @return the action that restores what these signals meant before
    /// @throws ReflectiveOperationException if this JVM has no such class, or uses the signal itself
    public static Runnable handle(IntConsumer handler, String... names) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> receiver = Class.forName("sun.misc.SignalHandler");
        var number = signal.getMethod("getNumber");
        InvocationHandler calls = (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) handler.accept((int) number.invoke(arguments[0]));
            return method.getName().equals("hashCode") ? (Object) System.identityHashCode(proxy) : null;
        };
        Object proxy = Proxy.newProxyInstance(receiver.getClassLoader(), new Class<?>[] {receiver}, calls);
        var handle = signal.getMethod("handle", signal, receiver);
        Map<Object, Object> before = new HashMap<>();
        for (String name : names) {
            Object one = signal.getConstructor(String.class).newInstance(name);
            before.put(one, handle.invoke(null, one, proxy));
        }
        return () -> before.forEach((one, old) -> restore(handle, one, old));
    }

    private static void restore(Method handle, Object signal, Object handler) {
        try {
            handle.invoke(null, signal, handler);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e); // it has replaced this handler before
        }
    }
}
