// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportLayer;

/// A transport that calls a hook before each call of its default channel.
public class HookedTransport extends TransportLayer {
    private final Hook hook;
    private final Channel channel = (Channel)
            Proxy.newProxyInstance(Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, this::call);

    /// What a PE does before a call of its channel.
    @FunctionalInterface
    public interface Hook {
        /// Runs before a call.
        void before(Method method, Object[] arguments) throws Exception;
    }

    public HookedTransport(Transport inner, Hook hook) {
        super(inner);
        this.hook = hook;
    }

    private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        hook.before(method, arguments);
        try {
            Object result = method.invoke(inner.channel(), arguments);
            after(method);
            return result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /// What a PE does after a call of its channel.
    protected void after(Method method) {}

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Channel open() {
        return inner.open();
    }
}
