// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Shmem;
import org.jshmem.Symmetric;
import org.jshmem.Team;

/// A PE that counts the calls of a program by the names of methods, on itself, its team and its symmetric objects.
final class CountedCalls {
    private final Map<String, Integer> counts = new TreeMap<>();

    static Shmem of(Shmem sh, CountedCalls calls) {
        return (Shmem) calls.counted(sh, Shmem.class);
    }

    int of(String method) {
        return counts.getOrDefault(method, 0);
    }

    private Object counted(Object target, Class<?> type) {
        return Proxy.newProxyInstance(CountedCalls.class.getClassLoader(), new Class<?>[] {type}, new Handler(target));
    }

    private final class Handler implements InvocationHandler {
        private final Object target;

        Handler(Object target) {
            this.target = target;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
            counts.merge(method.getName(), 1, Integer::sum);
            Object[] own = args == null ? new Object[0] : args.clone();
            for (int k = 0; k < own.length; k++) own[k] = bare(own[k]);
            try {
                Object result = method.invoke(target, own);
                boolean object = result instanceof Symmetric || result instanceof Team;
                return object && method.getReturnType().isInterface()
                        ? counted(result, method.getReturnType())
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private static Object bare(Object argument) {
        if (argument instanceof Object[] all) {
            Object copy = Array.newInstance(all.getClass().getComponentType(), all.length);
            for (int k = 0; k < all.length; k++) Array.set(copy, k, bare(all[k]));
            return copy;
        }
        boolean ours = argument != null
                && Proxy.isProxyClass(argument.getClass())
                && Proxy.getInvocationHandler(argument) instanceof Handler;
        return ours ? ((Handler) Proxy.getInvocationHandler(argument)).target : argument;
    }
}
