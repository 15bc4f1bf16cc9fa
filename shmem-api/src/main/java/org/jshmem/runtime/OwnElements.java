// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.reflect.Method;
import org.jshmem.ShmemListener;
import org.jshmem.transport.Observer;

/// Tells a backend that asks for it which elements of its own copies the program reads and writes: `x.get(i)` is a load
/// that no backend sees. What goes through `local()` and `ptr` stays unseen.
final class OwnElements implements ShmemListener {
    private final Observer observer;

    OwnElements(Observer observer) {
        this.observer = observer;
    }

    @Override
    public Object enter(int pe, String routine, Object[] arguments) {
        return null;
    }

    /// As above, with the object that the routine is called on, and how it is declared.
    Object enter(Object on, Method method, Object[] arguments) {
        if (arguments == null || !(on instanceof Place place) || !(arguments[0] instanceof Long i)) return null;
        if (i < 0 || i >= place.length) return null; // to be refused
        long offset = place.offset + i * place.width;
        if (method.getName().equals("get") && arguments.length == 1) observer.read(offset, place.width);
        if (method.getName().equals("set") && arguments.length == 2 && !(on instanceof SignalWord)) {
            observer.wrote(offset, place.width);
        }
        return null;
    }

    @Override
    public void exit(Object token, Throwable thrown) {}
}
