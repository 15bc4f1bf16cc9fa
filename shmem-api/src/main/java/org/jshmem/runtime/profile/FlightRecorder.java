// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.profile;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Set;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jshmem.runtime.array.SymObject;

/// A listener that writes each call of a routine as an event `org.jshmem.Routine` of the JDK's Flight Recorder. Its
/// class is loaded only if `JSHMEM_PROFILE` is set.
final class FlightRecorder implements Profile.ObjectListener {

    /// One call of a routine, from its entry to its exit.
    @Name("org.jshmem.Routine")
    @Label("OpenSHMEM routine")
    @Category("OpenSHMEM")
    @StackTrace(false)
    static final class Routine extends Event {
        int pe;
        String routine;

        /// The PE that is written to or read from, by its number in the job; -1 for none.
        int target = -1;

        /// The symmetric object, by its name where it was given one.
        String object;

        /// Bytes of the elements that are moved; in a collective those of this PE.
        @DataAmount
        long bytes;

        String thrown;
    }

    /// Routines with a parameter `pe` that move no data.
    private static final Set<String> STILL = Set.of("ptr", "accessible");

    @Override
    public Object enter(int pe, String routine, Object on, Method method, Object[] arguments) {
        Routine event = new Routine();
        if (event.isEnabled() && method != null && arguments != null) describe(event, on, method, arguments);
        event.pe = pe;
        event.routine = routine;
        event.begin();
        return event;
    }

    /// Sets the object of a call, which has the routine or is the destination of a collective, the target PE and the
    /// bytes.
    private static void describe(Routine event, Object on, Method method, Object[] arguments) {
        Object dst = argument(method, arguments, "dst");
        boolean isOwn = on instanceof SymObject;
        if (!((isOwn ? on : Profile.unwrap(dst)) instanceof SymObject object)) return;
        event.object = object.label();
        Object pe = argument(method, arguments, "pe");
        if (isOwn && pe instanceof Integer k && k >= 0 && k < object.npes) event.target = object.world(k);
        Object count = argument(method, arguments, "count", "myCount", "blocks");
        boolean moves = pe != null ? !STILL.contains(method.getName()) : dst != null && count != null;
        if (!moves) return;
        Object buffer = argument(method, arguments, "src", "dst");
        long elements = 1; // one element, or one word
        if (count instanceof Number n) {
            Object size = argument(method, arguments, "blockSize");
            elements = n.longValue() * (size instanceof Number each ? each.longValue() : 1);
        } else if (buffer != null && buffer.getClass().isArray()) elements = Array.getLength(buffer);
        event.bytes = buffer instanceof MemorySegment s && count == null ? s.byteSize() : elements * object.width;
    }

    /// The argument for the first of these parameters that the method has; null if it has none. All public interfaces
    /// are compiled with the names of parameters for this class.
    private static Object argument(Method method, Object[] arguments, String... names) {
        Parameter[] known = method.getParameters();
        for (String name : names) {
            for (int k = 0; k < known.length; k++) if (known[k].getName().equals(name)) return arguments[k];
        }
        return null;
    }

    @Override
    public void exit(Object token, Throwable thrown) {
        Routine event = (Routine) token;
        event.end();
        if (thrown != null) event.thrown = thrown.toString();
        event.commit();
    }
}
