// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/// A computation that stops where it says so and goes on when told, on the thread that tells it: what a virtual
/// thread is made of. Open to us where java.lang is, as it is for the simulator.
final class Coroutine {
    private static final Parts PARTS = parts();

    private final Object continuation;

    Coroutine(Runnable body) {
        try {
            continuation = PARTS.make.invoke(PARTS.scope, body);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /// Goes on until the computation stops again or ends.
    void resume() {
        try {
            PARTS.run.invoke(continuation);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /// Stops the computation that calls this.
    static void stop() {
        try {
            boolean unused = (boolean) PARTS.stop.invoke(PARTS.scope);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private record Parts(Object scope, MethodHandle make, MethodHandle run, MethodHandle stop) {}

    private static Parts parts() {
        try {
            Method export = Module.class.getDeclaredMethod("implAddExportsToAllUnnamed", String.class);
            export.setAccessible(true);
            export.invoke(Object.class.getModule(), "jdk.internal.vm");
            Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
            Class<?> continuations = Class.forName("jdk.internal.vm.Continuation");
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            Object scope = scopes.getConstructor(String.class).newInstance("explore");
            return new Parts(
                    scope,
                    lookup.findConstructor(continuations, MethodType.methodType(void.class, scopes, Runnable.class)),
                    lookup.findVirtual(continuations, "run", MethodType.methodType(void.class)),
                    lookup.findStatic(continuations, "yield", MethodType.methodType(boolean.class, scopes)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("needs --add-opens java.base/java.lang=ALL-UNNAMED", e);
        }
    }
}
