// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.profile;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jshmem.runtime.array.Place;

/// A listener that writes each call of a routine as an event `org.jshmem.Routine` of the JDK's Flight Recorder. Its
/// class is loaded only if `JSHMEM_PROFILE` is set.
final class FlightRecorder implements Profile.ObjectListener {

    /// One call of a routine, from its entry to its exit.
    @Name("org.jshmem.Routine")
    @Label("OpenSHMEM routine")
    @Category("OpenSHMEM")
    @StackTrace(false)
    static final class Routine extends Event {
        @Label("PE")
        int pe;

        @Label("Routine")
        String routine;

        @Label("Target PE")
        @Description("The PE that is written to or read from, by its number in the job; -1 for none")
        int target = -1;

        @Label("Object")
        @Description("The symmetric object, by its name where it was given one")
        String object;

        @Label("Bytes")
        @Description("Bytes of the elements that are moved; in a collective those of this PE")
        @DataAmount
        long bytes;

        @Label("Thrown")
        String thrown;
    }

    private final Map<Method, Traffic> traffic = new ConcurrentHashMap<>();

    @Override
    public Object enter(int pe, String routine, Object on, Method method, Object[] arguments) {
        Routine event = new Routine();
        if (event.isEnabled() && method != null && arguments != null) {
            Traffic call = traffic.computeIfAbsent(method, Traffic::new);
            Place object = call.object(on, arguments);
            event.target = call.pe(on, arguments);
            event.bytes = call.bytes(object, arguments);
            if (object != null) event.object = object.label();
        }
        event.pe = pe;
        event.routine = routine;
        event.begin();
        return event;
    }

    @Override
    public void exit(Object token, Throwable thrown) {
        Routine event = (Routine) token;
        event.end();
        if (thrown != null) event.thrown = thrown.toString();
        event.commit();
    }
}
