// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Work;

/// ISx, the scalable integer sort: each PE makes random keys, puts them into one bucket for each PE, sends the buckets
/// to their PEs, and counts the keys that it has received.
///
/// A PE reserves room at another one by a fetch-and-add of its counter, and puts the keys there.
///
/// | scaling | KEYS | largest key |
/// |-|-|-|
/// | `strong` | of all PEs together | the same for any number of PEs |
/// | `weak` | of each PE | the same for any number of PEs |
/// | `weak_iso` | of each PE | grows, so that each PE counts 8,192 values |
///
/// `bin/oshrun -np 4 examples/Isx.java [SCALING [KEYS [ITERATIONS [LARGEST KEY]]]]`
public class Isx {
    static final int ISO_BUCKET_WIDTH = 8192;
    static final int AT_ONCE = 4096; // keys in one call of a loop, which the JIT then compiles early

    final Shmem sh;
    final int keysPerPe;
    final int maxKey; // keys are below
    final int width; // values of a bucket
    final SymLongs received; // how many keys have been sent to this PE
    final SymInts bucket; // and these keys
    final int[] keys;
    final int[] sorted; // by bucket
    final int[] sizes, ends; // of the buckets
    final int[] part = new int[AT_ONCE]; // of the keys received
    final int[] counts; // how often each value was received
    double exchange; // seconds

    Isx(Shmem sh, int keysPerPe, int maxKey) {
        this.sh = sh;
        this.keysPerPe = keysPerPe;
        this.maxKey = maxKey;
        width = Math.ceilDiv(maxKey, sh.nPes());
        received = sh.longs(1).named("received");
        double mean = (double) keysPerPe * sh.nPes() * width / maxKey; // of a bucket: random keys fill them about alike
        long room = (long) (mean + 8 * Math.sqrt(mean)) + 64;
        bucket = sh.ints(room).named("bucket");
        keys = new int[keysPerPe];
        sorted = new int[keysPerPe];
        sizes = new int[sh.nPes()];
        ends = new int[sh.nPes()];
        counts = new int[width];
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            String scaling = a.length > 0 ? a[0] : "weak_iso";
            int given = a.length > 1 ? Integer.parseInt(a[1]) : 100_000;
            int iterations = a.length > 2 ? Integer.parseInt(a[2]) : 1;
            int largest = a.length > 3 ? Integer.parseInt(a[3]) : 1 << 28;
            if (scaling.equals("weak_iso")) largest = sh.nPes() * ISO_BUCKET_WIDTH;
            int keys = scaling.equals("strong") ? Math.ceilDiv(given, sh.nPes()) : given;
            if (!scaling.matches("strong|weak|weak_iso")) {
                throw new IllegalArgumentException("scaling '" + scaling + "' is unknown; use one of strong, weak, weak_iso");
            }
            if (keys < 1 || iterations < 1 || largest <= sh.nPes()) {
                throw new IllegalArgumentException(given + " keys below " + largest + ", " + iterations
                        + " iterations; use at least 1 key, 1 iteration and a largest key above " + sh.nPes());
            }
            new Isx(sh, keys, largest).run(scaling, iterations);
        });
    }

    void run(String scaling, int iterations) {
        boolean root = sh.myPe() == 0;
        if (root) {
            System.out.printf("ISx, %s scaling%n", scaling);
            System.out.printf("  Number of keys per PE: %d%n", keysPerPe);
            System.out.printf("  Max key value: %d%n", maxKey);
            System.out.printf("  Bucket width: %d%n", width);
            System.out.printf("  Number of iterations: %d%n", iterations);
            System.out.printf("  Number of PEs: %d%n", sh.nPes());
        }
        double total = 0;
        for (int i = 0; i <= iterations; i++) {
            if (i == 1) exchange = total = 0; // the first one is not timed
            received.set(0, 0);
            sh.barrierAll();
            long begin = sh.nanoTime();
            sort();
            sh.barrierAll();
            total += (sh.nanoTime() - begin) * 1e-9;
        }
        verify();
        double perPe = sh.world().reduce(Op.SUM, total) / sh.nPes() / iterations;
        double exchangePerPe = sh.world().reduce(Op.SUM, exchange) / sh.nPes() / iterations;
        if (root) {
            System.out.printf("Verification passed%n");
            System.out.printf("Average total time (per PE): %f seconds%n", perPe);
            System.out.printf("Average all2all time (per PE): %f seconds%n", exchangePerPe);
        }
    }

    void sort() {
        var random = new Pcg(sh.myPe());
        Arrays.fill(sizes, 0);
        for (int at = 0; at < keysPerPe; at += AT_ONCE) random.fill(keys, at, end(at), maxKey);
        for (int at = 0; at < keysPerPe; at += AT_ONCE) count(keys, at, end(at), width, sizes);
        for (int pe = 0, end = 0; pe < sizes.length; end += sizes[pe++]) ends[pe] = end;
        for (int at = 0; at < keysPerPe; at += AT_ONCE) place(keys, at, end(at), width, ends, sorted);
        sh.compute(Work.scalars(40L * keysPerPe).bytes(20L * keysPerPe, 20L * keysPerPe));
        long begin = sh.nanoTime();
        send();
        sh.barrierAll();
        exchange += (sh.nanoTime() - begin) * 1e-9;
        countReceived();
    }

    private int end(int at) {
        return Math.min(at + AT_ONCE, keysPerPe);
    }

    static void count(int[] keys, int from, int to, int width, int[] sizes) {
        for (int i = from; i < to; i++) sizes[keys[i] / width]++;
    }

    static void place(int[] keys, int from, int to, int width, int[] ends, int[] sorted) {
        for (int i = from; i < to; i++) sorted[ends[keys[i] / width]++] = keys[i];
    }

    /// Sends each bucket to its PE, from the next one on, so that the PEs do not all send to the same one.
    void send() {
        int me = sh.myPe(), pes = sh.nPes();
        for (int k = 0; k < pes; k++) {
            int pe = (me + k) % pes;
            long at = received.fetchAdd(0, sizes[pe], pe);
            bucket.put(at, sorted, ends[pe] - sizes[pe], sizes[pe], pe);
        }
    }

    /// Counts the keys received by value, from copies of stretches of them.
    void countReceived() {
        Arrays.fill(counts, 0);
        int all = (int) received.get(0), first = sh.myPe() * width;
        for (int at = 0; at < all; at += AT_ONCE) {
            int n = Math.min(AT_ONCE, all - at);
            bucket.get(at, part, 0, n, sh.myPe());
            countValues(part, n, first, counts);
        }
        sh.compute(Work.scalars(4L * all).bytes(8L * all + 4L * width, 4L * all + 4L * width).footprint(4L * width));
    }

    static void countValues(int[] keys, int n, int first, int[] counts) {
        for (int i = 0; i < n; i++) counts[keys[i] - first]++;
    }

    /// Every key is in the bucket of its PE, all received keys are counted, and none is missing.
    void verify() {
        int[] mine = new int[(int) received.get(0)];
        bucket.get(0, mine, 0, mine.length, sh.myPe());
        for (int key : mine) {
            if (Math.floorDiv(key, width) != sh.myPe()) {
                throw new AssertionError("key " + key + " is not in the bucket of PE " + sh.myPe());
            }
        }
        long counted = 0;
        for (int count : counts) counted += count;
        if (counted != mine.length) throw new AssertionError(counted + " keys counted of " + mine.length);
        long all = sh.world().reduce(Op.SUM, counted), expected = (long) keysPerPe * sh.nPes();
        if (all != expected) throw new AssertionError(all + " keys received; " + expected + " were sent");
    }

    /// The generator that ISx uses: PCG, 32 bits of 64, with a stream for each PE.
    static final class Pcg {
        private final long increment;
        private long state;

        Pcg(int pe) {
            increment = 2L * pe + 1;
            next();
            state += pe;
            next();
        }

        int next() {
            long old = state;
            state = old * 6364136223846793005L + increment;
            int mixed = (int) ((old >>> 18 ^ old) >>> 27);
            return Integer.rotateRight(mixed, (int) (old >>> 59));
        }

        /// Makes keys below `bound`, all equally likely: the smallest numbers, which would favour some, are left out.
        void fill(int[] keys, int from, int to, int bound) {
            int least = Integer.remainderUnsigned(-bound, bound);
            for (int i = from; i < to; i++) {
                int number = next();
                while (Integer.compareUnsigned(number, least) < 0) number = next();
                keys[i] = Integer.remainderUnsigned(number, bound);
            }
        }
    }
}
