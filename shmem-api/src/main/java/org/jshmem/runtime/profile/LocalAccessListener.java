// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.profile;

import java.lang.reflect.Method;
import org.jshmem.runtime.array.SignalWord;
import org.jshmem.runtime.array.SymObject;
import org.jshmem.transport.Observer;

/// A listener that reports to the backend the elements of its own copies that a PE reads by `get(i)` and writes by
/// `set(i, v)`. These are loads and stores, which no backend sees. Accesses through `local()` and `ptr` are not
/// reported.
record LocalAccessListener(Observer observer) implements Profile.ObjectListener {

    @Override
    public Object enter(int pe, String routine, Object on, Method method, Object[] arguments) {
        if (arguments == null || !(on instanceof SymObject object) || !(arguments[0] instanceof Long i)) return null;
        if (i < 0 || i >= object.length) return null; // the routine refuses it
        long offset = object.offset + i * object.width;
        if (method.getName().equals("get") && arguments.length == 1) observer.read(offset, object.width);
        if (method.getName().equals("set") && arguments.length == 2 && !(on instanceof SignalWord)) {
            observer.wrote(offset, object.width);
        }
        return null;
    }

    @Override
    public void exit(Object token, Throwable thrown) {}
}
