// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Work;

/// ISx, the scalable integer sort: each PE makes random keys, puts them into one bucket for each PE, sends the buckets
/// to their PEs, and counts the keys that it has received.
///
/// A PE reserves room at another one by a fetch-and-add of its counter, and puts the keys there. With a get and a put of
/// the counter, two PEs could reserve the same room. Without the barrier after that, a PE would count keys too early.
///
/// | scaling | KEYS | largest key |
/// |-|-|-|
/// | `strong` | of all PEs together | the same for any number of PEs |
/// | `weak` | of each PE | the same for any number of PEs |
/// | `weak_iso` | of each PE | grows, so that each PE counts 8,192 values |
///
/// `bin/oshrun -np 4 examples/benchmarks/Isx.java [SCALING [KEYS [ITERATIONS [LARGEST KEY]]]]`
public class Isx {
    final Shmem sh;
    final int maxKey; // keys are below
    final int width; // values of a bucket
    final SymLongs received; // how many keys have been sent to this PE
    final SymInts bucket; // and these keys
    final int[] keys, sorted; // of this PE; by bucket
    final int[] sizes, ends; // of the buckets
    final int[] counts; // how often each value was received

    Isx(Shmem sh, int keysPerPe, int maxKey) {
        this.sh = sh;
        this.maxKey = maxKey;
        width = Math.ceilDiv(maxKey, sh.nPes());
        received = sh.longs(1).named("received");
        double mean = (double) keysPerPe * sh.nPes() * width / maxKey; // of a bucket: random keys fill them about alike
        bucket = sh.ints((long) (mean + 8 * Math.sqrt(mean)) + 64).named("bucket");
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
            if (!scaling.matches("strong|weak|weak_iso")) {
                throw new IllegalArgumentException("scaling '" + scaling + "' is unknown; use one of strong, weak, weak_iso");
            }
            int keys = scaling.equals("strong") ? Math.ceilDiv(given, sh.nPes()) : given;
            new Isx(sh, keys, scaling.equals("weak_iso") ? 8192 * sh.nPes() : largest).run(iterations);
        });
    }

    void run(int iterations) {
        double total = 0, exchange = 0;
        for (int i = 0; i <= iterations; i++) {
            received.set(0, 0);
            sh.barrierAll();
            long begin = sh.nanoTime();
            fillBuckets();
            long filled = sh.nanoTime();
            send();
            sh.barrierAll();
            long sent = sh.nanoTime();
            countReceived();
            sh.barrierAll();
            if (i == 0) continue; // the first one is not timed
            exchange += (sent - filled) * 1e-9 / iterations;
            total += (sh.nanoTime() - begin) * 1e-9 / iterations;
        }
        verify();
        double perPe = sh.world().reduce(Op.SUM, total) / sh.nPes(), exchanging = sh.world().reduce(Op.SUM, exchange) / sh.nPes();
        if (sh.myPe() != 0) return;
        System.out.printf("ISx: %d PEs, %d keys below %d on each%nVerification passed%n", sh.nPes(), keys.length, maxKey);
        System.out.printf("Average total time (per PE): %f seconds%nAverage all2all time (per PE): %f seconds%n", perPe, exchanging);
    }

    void fillBuckets() {
        Arrays.fill(sizes, 0);
        fill(keys, new SplittableRandom(sh.myPe()), maxKey);
        count(keys, 0, width, sizes);
        for (int pe = 0, end = 0; pe < sizes.length; end += sizes[pe++]) ends[pe] = end;
        place(keys, width, ends, sorted);
        sh.compute(Work.scalars(40L * keys.length).bytes(20L * keys.length, 20L * keys.length));
    }

    static void fill(int[] keys, SplittableRandom random, int bound) {
        for (int i = 0; i < keys.length; i++) keys[i] = random.nextInt(bound);
    }

    /// Counts the keys of each `width` values from `first` on.
    static void count(int[] keys, int first, int width, int[] counts) {
        for (int key : keys) counts[(key - first) / width]++;
    }

    static void place(int[] keys, int width, int[] ends, int[] sorted) {
        for (int key : keys) sorted[ends[key / width]++] = key;
    }

    /// Sends each bucket to its PE, from the next one on, so that the PEs do not all send to the same one.
    void send() {
        for (int k = 0; k < sh.nPes(); k++) {
            int pe = (sh.myPe() + k) % sh.nPes();
            long at = received.fetchAdd(0, sizes[pe], pe);
            bucket.put(at, sorted, ends[pe] - sizes[pe], sizes[pe], pe);
        }
    }

    void countReceived() {
        Arrays.fill(counts, 0);
        int[] here = receivedKeys();
        count(here, sh.myPe() * width, 1, counts);
        long work = 4L * here.length + 4L * width;
        sh.compute(Work.scalars(4L * here.length).bytes(work + 4L * here.length, work).footprint(4L * width));
    }

    private int[] receivedKeys() {
        int[] here = new int[(int) received.get(0)];
        bucket.get(0, here, 0, here.length, sh.myPe());
        return here;
    }

    /// Every key is in the bucket of its PE, all received keys are counted, and none is missing.
    void verify() {
        int[] mine = receivedKeys();
        for (int key : mine) {
            if (Math.floorDiv(key, width) != sh.myPe()) throw new AssertionError("key " + key + " is not in the bucket of PE " + sh.myPe());
        }
        long counted = Arrays.stream(counts).asLongStream().sum();
        if (counted != mine.length) throw new AssertionError(counted + " keys counted of " + mine.length);
        long all = sh.world().reduce(Op.SUM, counted), expected = (long) keys.length * sh.nPes();
        if (all != expected) throw new AssertionError(all + " keys received; " + expected + " were sent");
    }
}
