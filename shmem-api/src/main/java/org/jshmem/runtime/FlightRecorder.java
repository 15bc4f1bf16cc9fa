// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jshmem.ShmemListener;

/// Turns every routine into an event of the JDK's Flight Recorder, `org.jshmem.Routine`. Loaded only when asked for.
final class FlightRecorder implements ShmemListener {

    /// From a routine's entry to its exit.
    @Name("org.jshmem.Routine")
    @Label("OpenSHMEM routine")
    @Category("OpenSHMEM")
    @StackTrace(false)
    static final class Routine extends Event {
        @Label("PE")
        int pe;

        @Label("Routine")
        String routine;

        @Label("Thrown")
        String thrown;
    }

    @Override
    public Object enter(int pe, String routine, Object[] arguments) {
        Routine event = new Routine();
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
