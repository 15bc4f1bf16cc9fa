// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// The progress of one [MachineAccess]: the answer of the [CostModel] to the latest step, and the values that the model
/// needs at the next one.
public final class Progress {
    /// Answer: whether another step follows, at the returned time.
    public boolean more;

    /// Answer to the last step of a change: the time at which the bytes change, not before the turn of the PE.
    public long effect;

    /// Answer to the last step of a change: the time from which a waiting PE can notice the change.
    public long seen;

    /// Answer to the last step of a change: the PE goes on, and [CostModel#deliver] follows.
    public boolean sent;

    /// Answer to a step of an access that reads: the bytes are read now.
    public boolean reads;

    /// For the model: the stage that the access has reached, 0 at the first step.
    public int stage;

    /// For the model: the amount that earlier steps have completed, 0 at the first step.
    public long passed;

    /// For the model: a time that a later step needs, -1 for none.
    public long ready = -1;

    /// For the model: the present part of an access that is made of several ones; null for none.
    public MachineAccess part;

    /// Makes this object the progress of another access, which has had no step.
    public void restart() {
        more = false;
        sent = false;
        reads = false;
        stage = 0;
        passed = 0;
        ready = -1;
        part = null;
    }

    /// Answers the last step of a change: the bytes change at `at` and can be noticed from `noticed` on. Returns the
    /// end of the access.
    public long changed(long at, long noticed, long done) {
        effect = at;
        seen = noticed;
        return done;
    }
}
