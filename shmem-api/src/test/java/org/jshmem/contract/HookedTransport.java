// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportLayer;

/// A transport that calls a hook before each call of its default channel, and may call one after it.
public class HookedTransport extends TransportLayer {
    private final Hook hook;
    private final Consumer<Method> after;
    private final Channel channel = (Channel)
            Proxy.newProxyInstance(Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, this::call);

    /// What a PE does before a call of its channel.
    @FunctionalInterface
    public interface Hook {
        /// Runs before a call.
        void before(Method method, Object[] arguments) throws Exception;
    }

    public HookedTransport(Transport inner, Hook hook) {
        this(inner, hook, _ -> {});
    }

    public HookedTransport(Transport inner, Hook hook, Consumer<Method> after) {
        super(inner);
        this.hook = hook;
        this.after = after;
    }

    private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        hook.before(method, arguments);
        try {
            Object result = method.invoke(inner.channel(), arguments);
            after.accept(method);
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return inner.open();
    }
}
