// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.Arrays;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// The Markov chain: each step tries to move, turn, insert or remove one molecule, and accepts or rejects the result.
///
/// ```
/// the owner of the molecule sends its place to all PEs      broadcast of 6 doubles
/// short range: each PE, the molecule with its own ones      sum of 1 double
/// long range: each PE, all waves of its own ones            sum of 552 doubles
/// all PEs accept, or all reject
/// ```
///
/// With `U` the change in energy, a move or a turn is accepted with probability `min(1, exp(-beta U))`. An insertion
/// has `min(1, z V / (N + 1) exp(-beta U))`, and a removal `min(1, N / (z V) exp(-beta U))`, N being the count before
/// (Adams 1975; Frenkel & Smit, chapter 5).
///
/// Each step computes the waves anew, as in Kohler 2012, algorithm 2. Algorithm 1 computes them before the step too,
/// although the energy of the last configuration is available.
final class Chain {
    /// The kinds of steps.
    enum Move {
        MOVE,
        TURN,
        INSERT,
        REMOVE
    }

    // uses of the random numbers of a step
    private static final int ACTION = 0;
    private static final int CHOICE = 1;
    private static final int ACCEPTANCE = 2;
    private static final int FIRST_COORDINATE = 3;

    private final Shmem sh;
    private final Fluid fluid;
    private final CounterRandom dice;
    private final double stride;
    private final boolean twice;
    private final PairPotential pairs;
    private final Waves waves;
    final Molecules molecules;
    private final SymDoubles place;
    private final SymDoubles ownSum;
    private final SymDoubles allSum;
    private final double[] sum;
    private final double[] old = new double[Fluid.PLACE];
    private final double[] trial = new double[Fluid.PLACE];

    private double shortEnergy;
    private double longEnergy;

    /// The time of the long-range energy so far, including its sums over all PEs.
    long longNanos;

    /// Makes a chain of at most `capacity` molecules, whose moves go up to `stride` along each axis.
    /// Collective.
    Chain(Shmem sh, Fluid fluid, long seed, double stride, int capacity, boolean twice) {
        this.sh = sh;
        this.fluid = fluid;
        this.stride = stride;
        this.twice = twice;
        dice = new CounterRandom(seed);
        pairs = new PairPotential(fluid);
        waves = new Waves(fluid.side(), fluid.alpha(), Waves.LIMIT);
        molecules = new Molecules(sh.myPe(), sh.nPes(), capacity);
        place = sh.doubles(Fluid.PLACE);
        ownSum = sh.doubles(waves.doubles());
        allSum = sh.doubles(waves.doubles());
        sum = new double[waves.doubles()];
    }

    /// Frees the symmetric memory. Collective.
    void free() {
        sh.freeAll(place, ownSum, allSum);
    }

    /// Puts `n` molecules on a lattice, turned at random. Collective.
    void start(int n) {
        int edge = (int) Math.ceil(Math.cbrt(n) - 1e-9);
        double spacing = fluid.side() / Math.max(1, edge);
        double[][] places = new double[n][Fluid.PLACE];
        double mine = 0; // this PE's part of the energy of all pairs
        for (int i = 0; i < n; i++) {
            int row = i / edge % edge;
            int layer = i / (edge * edge);
            places[i][0] = (i % edge + 0.5) * spacing;
            places[i][1] = (row + 0.5) * spacing;
            places[i][2] = (layer + 0.5) * spacing;
            direction(-1L - i, 0, places[i]);
            for (int j = 0; j < i && i % sh.nPes() == sh.myPe(); j++) mine += pairs.between(places[i], places[j]);
            int number = molecules.next();
            molecules.insert();
            if (molecules.isMine(number)) System.arraycopy(places[i], 0, molecules.place(number), 0, Fluid.PLACE);
        }
        shortEnergy = sh.world().reduce(Op.SUM, mine);
        checkExact();
        longEnergy = longRange();
    }

    /// Carries out one step of the chain. Collective.
    void step(long step) {
        Move move = move(dice.roll(step, ACTION));
        int n = molecules.count();
        if (move != Move.INSERT && n == 0) return;
        if (move == Move.INSERT && molecules.isFull()) {
            throw new IllegalStateException(
                    "PE %d/%d: all %d molecules are in use and step %d inserts one more; give a larger --capacity"
                            .formatted(sh.myPe(), sh.nPes(), n, step));
        }
        int i = (int) (dice.roll(step, CHOICE) * n);
        int number = move == Move.INSERT ? molecules.next() : molecules.number(i);
        if (move != Move.INSERT) learnPlace(number);
        propose(move, step);

        double before = twice ? longRange() : longEnergy;
        double shortChange = shortRange(move, number);
        apply(move, i, number, trial);
        double longNew = longRange();
        int change = molecules.count() - n;
        double energy = shortChange + longNew - before + change * fluid.ownEnergy();
        double ratio = switch (move) {
            case INSERT -> fluid.activity() * fluid.volume() / (n + 1);
            case REMOVE -> n / (fluid.activity() * fluid.volume());
            default -> 1;
        };
        if (dice.roll(step, ACCEPTANCE) < ratio * Math.exp(-fluid.beta() * energy)) {
            shortEnergy += shortChange;
            checkExact();
            longEnergy = longNew;
        } else {
            undo(move, i, number);
        }
    }

    private void checkExact() {
        if (Math.abs(shortEnergy) <= FixedPoint.MOST_PAIRS) return;
        throw new IllegalStateException(
                "PE %d/%d: the energy of the pairs of %d molecules is %s, and sums are exact up to %.0f; give a larger --side, a smaller --start or a lower --temperature"
                        .formatted(sh.myPe(), sh.nPes(), molecules.count(), shortEnergy, FixedPoint.MOST_PAIRS));
    }

    private static Move move(double roll) {
        return roll < 0.25 ? Move.MOVE : roll < 0.5 ? Move.TURN : roll < 0.75 ? Move.INSERT : Move.REMOVE;
    }

    /// Copies the place of a molecule from its owner to all PEs.
    private void learnPlace(int number) {
        int owner = molecules.owner(number);
        if (molecules.isMine(number)) place.put(0, molecules.place(number), 0, Fluid.PLACE, sh.myPe());
        sh.world().broadcast(place, place, Fluid.PLACE, owner);
        place.get(0, old, 0, Fluid.PLACE, sh.myPe());
    }

    /// Sets the place that the step tries.
    private void propose(Move move, long step) {
        System.arraycopy(old, 0, trial, 0, Fluid.PLACE);
        if (move == Move.INSERT || move == Move.MOVE) {
            for (int axis = 0; axis < 3; axis++) {
                double roll = dice.roll(step, FIRST_COORDINATE + axis);
                if (move == Move.INSERT) trial[axis] = fluid.side() * roll;
                else trial[axis] += stride * (2 * roll - 1);
                trial[axis] -= fluid.side() * Math.floor(trial[axis] / fluid.side()); // into the cube
            }
        }
        if (move == Move.INSERT) direction(step, FIRST_COORDINATE + 3, trial);
        if (move == Move.TURN) turn(step);
    }

    /// Sets a unit vector of a direction drawn with equal probability.
    private void direction(long step, int which, double[] place) {
        double z = 2 * dice.roll(step, which) - 1;
        double angle = 2 * Math.PI * dice.roll(step, which + 1);
        double radius = Math.sqrt(1 - z * z);
        place[3] = radius * Math.cos(angle);
        place[4] = radius * Math.sin(angle);
        place[5] = z;
    }

    /// Adds half a random unit vector to the present one. The probability depends on the angle between the two
    /// alone, so a turn and its reverse are equally probable.
    private void turn(long step) {
        direction(step, FIRST_COORDINATE, trial);
        double square = 0;
        for (int axis = 3; axis < 6; axis++) {
            trial[axis] = old[axis] + trial[axis] / 2;
            square += trial[axis] * trial[axis];
        }
        for (int axis = 3; axis < 6; axis++) trial[axis] /= Math.sqrt(square);
    }

    /// The change of the energy between the molecule and all others.
    private double shortRange(Move move, int number) {
        double mine = 0;
        long looked = 0;
        for (int i = 0; i < molecules.count(); i++) {
            int other = molecules.number(i);
            if (other == number || !molecules.isMine(other)) continue;
            double[] place = molecules.place(other);
            if (move != Move.REMOVE) mine += pairs.between(trial, place);
            if (move != Move.INSERT) mine -= pairs.between(old, place);
            looked += move == Move.MOVE || move == Move.TURN ? 2 : 1;
        }
        sh.compute(Work.flops(looked * Fluid.ATOMS * Fluid.ATOMS * PairPotential.FLOPS)
                .andScalars(4L * molecules.count())
                .bytes(looked * Fluid.PLACE * Double.BYTES, 0));
        return sh.world().reduce(Op.SUM, mine);
    }

    /// The energy of all waves, computed anew.
    private double longRange() {
        long start = sh.nanoTime();
        Arrays.fill(sum, 0);
        int atoms = 0;
        for (int i = 0; i < molecules.count() && !fluid.ideal(); i++) {
            int number = molecules.number(i);
            if (!molecules.isMine(number)) continue;
            waves.add(sum, fluid, molecules.place(number));
            atoms += Fluid.ATOMS;
        }
        ownSum.put(0, sum, 0, sum.length, sh.myPe());
        sh.compute(Work.flops(atoms * waves.flopsOfAdd())
                .andScalars(4L * atoms * waves.count())
                .bytes(8L * atoms * sum.length, 8L * atoms * sum.length)
                .footprint(8L * sum.length));
        sh.world().reduce(Op.SUM, allSum, ownSum, sum.length);
        allSum.get(0, sum, 0, sum.length, sh.myPe());
        sh.compute(Work.flops(waves.flopsOfEnergy()).bytes(8L * sum.length, 0));
        double energy = waves.energy(sum);
        longNanos += sh.nanoTime() - start;
        return energy;
    }

    private void apply(Move move, int i, int number, double[] place) {
        if (move == Move.INSERT) molecules.insert();
        if (move == Move.REMOVE) molecules.remove(i);
        if (move != Move.REMOVE && molecules.isMine(number)) {
            System.arraycopy(place, 0, molecules.place(number), 0, Fluid.PLACE);
        }
    }

    private void undo(Move move, int i, int number) {
        switch (move) {
            case INSERT -> molecules.remove(molecules.count() - 1);
            case REMOVE -> molecules.putBack(i);
            default -> apply(move, i, number, old);
        }
    }

    /// The energy that the chain updates in each step.
    double energy() {
        return shortEnergy + longEnergy + molecules.count() * fluid.ownEnergy();
    }
}
