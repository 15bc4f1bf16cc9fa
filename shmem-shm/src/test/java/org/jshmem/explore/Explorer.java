// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// Runs a scene in all orders of its steps, each state once, or in some orders drawn from a seed.
/*
 * No state is ever copied: to look at another way from a state, the scene runs again from its beginning with
 * the same choices. A state that was seen before, by a hash of 128 bits over memory and all that each actor was
 * told, is left.
 */
public final class Explorer {
    private static final int MOST_STEPS = 100_000;

    private final Scene scene;
    private final Shared memory;
    private final Set<State> seen = new HashSet<>();

    // the execution under way: which of how many ways was taken at each step
    private int[] taken = new int[256];
    private int[] ways = new int[256];
    private int depth;

    private List<Actor> actors = List.of();
    private long executions;
    private long steps;

    private record State(long a, long b) {}

    /// What was found.
    ///
    /// @param states different states, or 0 where orders were drawn
    /// @param executions orders that came to an end
    /// @param story the steps to the first end that must not be, or nothing
    public record Found(long states, long executions, long steps, String story) {
        public boolean isRight() {
            return story.isEmpty();
        }
    }

    public Explorer(Scene scene, Order order) {
        this.scene = scene;
        this.memory = new Shared(order);
    }

    /// Tries everything.
    public Found all() {
        int known = 0; // so many choices are those of the execution before
        while (true) {
            begin();
            String wrong = run(known);
            if (!wrong.isEmpty()) return found(tell(wrong));
            known = depth;
            while (known > 0 && taken[known - 1] + 1 == ways[known - 1]) known--;
            if (known == 0) return found("");
            taken[known - 1]++;
        }
    }

    /// Tries so many orders.
    public Found some(int runs, long seed) {
        var random = new SplittableRandom(seed);
        for (int k = 0; k < runs; k++) {
            begin();
            while (true) {
                int n = count();
                if (n == 0) break;
                push(random.nextInt(n), n);
                choose(taken[depth - 1], null);
            }
            executions++;
            String wrong = judge();
            if (!wrong.isEmpty()) return found("seed %d, run %d: %s".formatted(seed, k, tell(wrong)));
        }
        return found("");
    }

    private Found found(String story) {
        memory.reset();
        return new Found(seen.size(), executions, steps, story);
    }

    private void begin() {
        memory.reset();
        depth = 0;
        List<Runnable> programs = scene.actors();
        List<Actor> fresh = new ArrayList<>();
        for (int k = 0; k < programs.size(); k++) fresh.add(new Actor(k, memory, scene, programs.get(k)));
        actors = fresh;
        actors.forEach(Actor::run);
    }

    /// Runs on to the end, or to a state that was seen: the choices known first, then the first way each time.
    private String run(int known) {
        while (true) {
            int n = count();
            if (n == 0) {
                executions++;
                return judge();
            }
            if (depth >= known) {
                if (!seen.add(state())) return "";
                push(0, n);
            } else {
                depth++;
            }
            choose(taken[depth - 1], null);
        }
    }

    private void push(int way, int of) {
        if (depth == MOST_STEPS) throw new AssertionError("no end after " + MOST_STEPS + " steps");
        if (depth == taken.length) {
            taken = Arrays.copyOf(taken, 2 * depth);
            ways = Arrays.copyOf(ways, 2 * depth);
        }
        taken[depth] = way;
        ways[depth++] = of;
    }

    private int count() {
        int n = 0;
        for (Actor actor : actors) {
            n += actor.ways(actors);
            for (int i = 0; i < actor.queue.size(); i++) if (actor.mayLeave(i, actors)) n++;
        }
        return n;
    }

    private void choose(int choice, List<String> story) {
        steps++;
        int left = choice;
        for (Actor actor : actors) {
            int n = actor.ways(actors);
            if (left < n) {
                if (story != null) story.add(actor.describe(left));
                actor.make(left, actors);
                return;
            }
            left -= n;
            for (int i = 0; i < actor.queue.size(); i++) {
                if (!actor.mayLeave(i, actors) || left-- > 0) continue;
                if (story != null) story.add(actor.describeLeaving(i));
                actor.leave(i, actors);
                return;
            }
        }
        throw new AssertionError("the scene does not repeat itself");
    }

    private State state() {
        long a = memory.hash(false);
        long b = memory.hash(true);
        for (Actor actor : actors) {
            a = Shared.mix(a, actor.hash(-1 - actor.number));
            b = Shared.mix(b, actor.hash(1 + actor.number));
        }
        return new State(a, b);
    }

    /// What is wrong with an end; nothing where all actors have done what they came for.
    private String judge() {
        StringBuilder wrong = new StringBuilder();
        for (Actor actor : actors) {
            if (actor.failure() != null) {
                wrong.append("actor %d: %s%n".formatted(actor.number, actor.failure()));
                wrong.append("  at ").append(actor.failure().getStackTrace()[0]).append('\n');
            } else if (!actor.hasEnded()) {
                wrong.append("actor %d sleeps on %s, and no actor will wake it%n"
                        .formatted(actor.number, actor.bed == 0 ? "nothing" : scene.name(actor.bed)));
            }
        }
        return wrong.toString();
    }

    /// The steps of the last execution, by running it again.
    private String tell(String wrong) {
        int[] path = Arrays.copyOf(taken, depth);
        List<String> story = new ArrayList<>();
        begin();
        for (int way : path) choose(way, story);
        depth = path.length;
        return wrong + String.join("\n", story);
    }
}
