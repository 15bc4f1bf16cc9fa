// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.Work;

/// Bodies that attract each other, the pattern of a pipeline in a ring: each PE owns some bodies, and the blocks of all
/// PEs travel around the ring, one PE a round. After n rounds each body has met all others, and no PE held more than
/// two blocks.
///
/// Two signals guard a block: `arrived` says that it is whole, `free` that the next PE has read the block that was there
/// before. Without `free` a fast PE would overwrite a block that its neighbour still reads.
///
/// A ring of stars around a heavy one: its energy must stay, so it is checked at the end.
///
/// `bin/oshrun -np 4 examples/NBody.java [BODIES [STEPS]]` writes `nbody.png`, the orbits.
public class NBody {
    static final double DT = 0.002, SOFTENING = 1e-4;
    static final int FIELDS = 4, SIDE = 480; // x, y, z and the mass

    final Shmem sh;
    final int me, pes, own, first, size;
    final double[] mine, visitor, velocity, force;
    final SymDoubles[] block = new SymDoubles[2]; // of the even and of the odd rounds
    final Signal arrived, free;
    long rounds; // since the start

    NBody(Shmem sh, int bodies) {
        this.sh = sh;
        me = sh.myPe();
        pes = sh.nPes();
        first = (int) ((long) me * bodies / pes);
        own = (int) ((me + 1L) * bodies / pes) - first;
        size = FIELDS * Math.ceilDiv(bodies, pes); // a body of mass 0 fills a shorter block
        mine = new double[size];
        visitor = new double[size];
        velocity = new double[size];
        force = new double[size];
        for (int k = 0; k < 2; k++) block[k] = sh.doubles(size).named("block " + k);
        arrived = sh.signal().named("arrived");
        free = sh.signal().named("free");
        for (int i = 0; i < own; i++) place(FIELDS * i, first + i, new SplittableRandom(first + i));
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int bodies = a.length > 0 ? Integer.parseInt(a[0]) : 240, steps = a.length > 1 ? Integer.parseInt(a[1]) : 150;
            if (bodies < sh.nPes()) {
                throw new IllegalArgumentException(bodies + " bodies for " + sh.nPes() + " PEs; use at least one a PE");
            }
            new NBody(sh, bodies).run(steps);
        });
    }

    void place(int at, int body, SplittableRandom random) {
        mine[at + 3] = body == 0 ? 1 : 1e-5;
        if (body == 0) return; // the heavy one
        double radius = 0.3 + 0.7 * random.nextDouble(), angle = 2 * Math.PI * random.nextDouble();
        double speed = Math.sqrt(1 / radius);
        mine[at] = radius * Math.cos(angle);
        mine[at + 1] = radius * Math.sin(angle);
        mine[at + 2] = 0.02 * random.nextGaussian();
        velocity[at] = -speed * Math.sin(angle);
        velocity[at + 1] = speed * Math.cos(angle);
    }

    void run(int steps) throws IOException {
        var image = new Picture(SIDE, SIDE);
        double before = energy();
        for (int step = 0; step < steps; step++) {
            for (int k = 0; k < size; k++) if (k % FIELDS < 3) velocity[k] += DT / 2 * force[k];
            for (int k = 0; k < size; k++) if (k % FIELDS < 3) mine[k] += DT * velocity[k];
            allPairs();
            for (int k = 0; k < size; k++) if (k % FIELDS < 3) velocity[k] += DT / 2 * force[k];
            if (step % 10 == 0) draw(image, 0x406090 + 0x010101 * (step * 127 / steps));
        }
        double drift = Math.abs(energy() / before - 1);
        draw(image, 0xffffff);
        if (!(drift < 1e-3)) throw new AssertionError("the energy changed by " + 100 * drift + " %");
        if (me > 0) return;
        image.write("nbody.png");
        System.out.printf("%d steps, the energy changed by %.1e of itself%nVerification passed%n", steps, drift);
    }

    /// Forces on the own bodies by all; returns the potential energy of the own ones.
    double allPairs() {
        java.util.Arrays.fill(force, 0);
        System.arraycopy(mine, 0, visitor, 0, size);
        double potential = 0;
        for (int round = 0; round < pes; round++) {
            if (round > 0) {
                arrived.waitUntil(Cmp.GE, rounds);
                block[(int) (rounds % 2)].get(visitor, me);
                free.add(1, (me + pes - 1) % pes);
            }
            if (round < pes - 1) {
                rounds++;
                if (rounds > 2) free.waitUntil(Cmp.GE, rounds - 2);
                int next = (me + 1) % pes;
                block[(int) (rounds % 2)].putSignal(0, visitor, 0, size, arrived, 1, SignalOp.ADD, next);
            }
            potential += meet();
        }
        return potential;
    }

    double meet() {
        double potential = 0;
        for (int i = 0; i < FIELDS * own; i += FIELDS) {
            for (int j = 0; j < size; j += FIELDS) {
                double dx = visitor[j] - mine[i], dy = visitor[j + 1] - mine[i + 1], dz = visitor[j + 2] - mine[i + 2];
                double square = dx * dx + dy * dy + dz * dz;
                if (square == 0 || visitor[j + 3] == 0) continue; // itself, or a filler
                double inverse = 1 / Math.sqrt(square + SOFTENING), pull = visitor[j + 3] * inverse * inverse * inverse;
                force[i] += pull * dx;
                force[i + 1] += pull * dy;
                force[i + 2] += pull * dz;
                potential -= mine[i + 3] * visitor[j + 3] * inverse / 2;
            }
        }
        sh.compute(Work.flops(20L * own * size / FIELDS));
        return potential;
    }

    double energy() {
        double energy = allPairs();
        for (int i = 0; i < size; i++)
            if (i % FIELDS < 3) energy += mine[i - i % FIELDS + 3] * velocity[i] * velocity[i] / 2;
        return sh.world().reduce(Op.SUM, energy);
    }

    /// PE 0 gathers the blocks of all PEs and draws a point for each body.
    void draw(Picture image, int rgb) {
        SymDoubles part = sh.doubles(size), all = sh.doubles((long) size * pes);
        part.put(mine, me);
        sh.world().gather(all, part, size, 0);
        for (long k = 0; me == 0 && k < all.length(); k += FIELDS) {
            int x = (int) ((all.get(k) / 2.6 + 0.5) * SIDE), y = (int) ((0.5 - all.get(k + 1) / 2.6) * SIDE);
            if (all.get(k + 3) > 0 && x >= 0 && x < SIDE && y >= 0 && y < SIDE) image.setRGB(x, y, rgb);
        }
        sh.freeAll(part, all);
    }
}
