// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.agrona.UnsafeApi;

/// A computation that stops where it says so and goes on when told, on the thread that tells it: what a virtual
/// thread is made of. Within reach where Agrona's accessors are, as for the simulator's PEs.
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
            var field = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP"); // may call what is not exported
            var lookup = (MethodHandles.Lookup)
                    UnsafeApi.getReference(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field));
            Class<?> scopes = Class.forName("jdk.internal.vm.ContinuationScope");
            Class<?> continuations = Class.forName("jdk.internal.vm.Continuation");
            return new Parts(
                    lookup.findConstructor(scopes, MethodType.methodType(void.class, String.class))
                            .invoke("explore"),
                    lookup.findConstructor(continuations, MethodType.methodType(void.class, scopes, Runnable.class)),
                    lookup.findVirtual(continuations, "run", MethodType.methodType(void.class)),
                    lookup.findStatic(continuations, "yield", MethodType.methodType(boolean.class, scopes)));
        } catch (Throwable e) {
            throw new IllegalStateException("needs --add-exports java.base/jdk.internal.misc=ALL-UNNAMED", e);
        }
    }
}
