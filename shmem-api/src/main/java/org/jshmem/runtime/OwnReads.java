// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.reflect.Method;
import org.jshmem.ShmemListener;
import org.jshmem.transport.Observer;

/// Tells a backend that asks for it which elements of its own copies the program reads: `x.get(i)` is a load that no
/// backend sees. What is read through `local()` and `ptr` stays unseen.
final class OwnReads implements ShmemListener {
    private final Observer observer;

    OwnReads(Observer observer) {
        this.observer = observer;
    }

    @Override
    public Object enter(int pe, String routine, Object[] arguments) {
        return null;
    }

    /// As above, with the object that the routine is called on, and how it is declared.
    Object enter(Object on, Method method, Object[] arguments) {
        boolean one = method.getName().equals("get") && arguments != null && arguments.length == 1;
        if (one && on instanceof Place place && arguments[0] instanceof Long i) {
            observer.read(place.offset + i * place.width(), place.width());
        }
        return null;
    }

    @Override
    public void exit(Object token, Throwable thrown) {}
}
