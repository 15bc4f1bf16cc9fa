// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/// The events of the JDK's Flight Recorder (JFR): waits, collectives, and transfers of at least 64 KiB. Each
/// method begins an event, or returns null if no recording wants it, which costs one look while there was no
/// recording yet. Smaller transfers do not look, because a look takes 3 ns, a copy of 4 KiB 20, and an event is
/// recorded from 20 us on.
///
/// A runtime without the module of JFR does not load the classes of events, nor does one without a recording: a class
/// archive cannot have them.
public final class FlightEvents {
    private static final long LEAST_BYTES = 1 << 16;

    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightEvents() {}

    private static boolean isOn() {
        return PRESENT && FlightRecorder.isInitialized();
    }

    /// Begins the event of a wait.
    public static Begun waiting() {
        return isOn() ? begun(Waiting::new) : null;
    }

    /// Begins the event of a collective.
    public static Begun collective() {
        return isOn() ? begun(Collective::new) : null;
    }

    /// Begins the event of a transfer to or from a PE.
    public static Begun transfer(int target, long bytes) {
        return bytes >= LEAST_BYTES && isOn() ? begun(() -> Transfer.to(target, bytes)) : null;
    }

    private static Begun begun(Supplier<Begun> kind) {
        Begun event = kind.get();
        if (!event.isEnabled()) return null;
        event.begin();
        return event;
    }

    /// An event that has begun.
    @Category("OpenSHMEM")
    @Threshold("20 us")
    public abstract static class Begun extends Event {
        int pe;
        String what;

        /// Ends the event of a PE. Makes its text only if the event is long enough to be recorded.
        public final void end(int ofPe, Supplier<String> text) {
            end();
            if (!shouldCommit()) return;
            pe = ofPe;
            what = text.get();
            commit();
        }
    }

    @Name("org.jshmem.Wait")
    static final class Waiting extends Begun {}

    @Name("org.jshmem.Collective")
    static final class Collective extends Begun {}

    @Name("org.jshmem.Transfer")
    static final class Transfer extends Begun {
        int target;

        @DataAmount
        long bytes;

        /// Returns a transfer to or from a PE: as a `Begun`, because the verifier loads a class that is returned as its
        /// parent.
        static Begun to(int target, long bytes) {
            Transfer event = new Transfer();
            event.target = target;
            event.bytes = bytes;
            return event;
        }
    }
}
