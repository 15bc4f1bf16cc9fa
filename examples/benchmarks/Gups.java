// SPDX-License-Identifier: Apache-2.0
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;

/// GUPS, the RandomAccess benchmark of HPC Challenge: giga-updates per second of random words of a table that is spread
/// over all PEs.
///
/// Its rules: a table of a power of two words, four updates a word, `table[a mod size] ^= a` for the stream
/// `a = a * x` over the polynomials modulo 2 and x^64 + x^2 + x + 1. The same updates once more restore the table. HPC
/// Challenge accepts 1 % of wrong words; these updates are atomic, so one wrong word is a failure. With a get and a put
/// instead of `xor`, an update of one PE could undo that of another one.
///
/// `bin/oshrun -np 4 examples/benchmarks/Gups.java [LOG2 OF THE TABLE SIZE IN WORDS]`
public class Gups {
    static final long POLYNOMIAL = 7;
    static final int UPDATES_PER_WORD = 4;
    static final int AT_ONCE = 1 << 10; // HPC Challenge allows a PE to look ahead so far

    final Shmem sh;
    final long words;
    final long share; // words of a PE; the last one may have fewer
    final SymLongs table;

    Gups(Shmem sh, long words) {
        this.sh = sh;
        this.words = words;
        share = (words + sh.nPes() - 1) / sh.nPes();
        table = sh.longs(share).named("table");
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int log = a.length > 0 ? Integer.parseInt(a[0]) : 20;
            if (log < 10 || log > 34) {
                throw new IllegalArgumentException(
                        "a table of 2^" + log + " words is not supported; the nearest is 2^" + Math.clamp(log, 10, 34));
            }
            new Gups(sh, 1L << log).run();
        });
    }

    void run() {
        int me = sh.myPe(), pes = sh.nPes();
        long updates = UPDATES_PER_WORD * words;
        if (me == 0) {
            System.out.printf("Running on %d PEs%n", pes);
            System.out.printf("Main table size = %d words%n", words);
            System.out.printf("Number of updates = %d%n", updates);
        }
        long first = me * words / pes * UPDATES_PER_WORD, last = (me + 1) * words / pes * UPDATES_PER_WORD;
        for (long i = 0; i < share; i++) table.set(i, me * share + i);
        sh.barrierAll();
        long begin = sh.nanoTime();
        update(first, last);
        sh.barrierAll();
        double seconds = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) * 1e-9);
        update(first, last);
        sh.barrierAll();
        long wrong = sh.world().reduce(Op.SUM, wrong());
        if (wrong > 0) throw new AssertionError(wrong + " of " + words + " words are wrong");
        if (me == 0) {
            System.out.printf("Real time used = %.6f seconds%n", seconds);
            System.out.printf("%.9f Billion(10^9) updates per second [GUP/s]%n", updates / seconds * 1e-9);
            System.out.printf("Verification: found %d errors in %d locations (passed)%n", wrong, words);
        }
    }

    private void update(long first, long last) {
        long value = element(first);
        for (long i = first; i < last; i += AT_ONCE) {
            int n = (int) Math.min(AT_ONCE, last - i);
            value = updates(value, n);
            sh.compute(Work.scalars(8L * n));
        }
    }

    /// A loop of its own, so that the JIT compiles it early.
    private long updates(long value, int n) {
        long mask = words - 1;
        for (int i = 0; i < n; i++) {
            value = next(value);
            long word = value & mask;
            long pe = word / share;
            table.xor(word - pe * share, value, (int) pe);
        }
        return value;
    }

    static long next(long value) {
        return value << 1 ^ value >> 63 & POLYNOMIAL;
    }

    /// Element `n` of the stream, x to the power of `n`: by squaring and multiplying.
    static long element(long n) {
        long value = 1;
        for (int bit = 63 - Long.numberOfLeadingZeros(n); bit >= 0; bit--) {
            value = square(value);
            if ((n >> bit & 1) != 0) value = next(value);
        }
        return value;
    }

    /// The square of a polynomial modulo 2 is the sum of the squares of its terms.
    static long square(long value) {
        long sum = 0, power = 1; // x to the power of 2 * bit
        for (int bit = 0; bit < Long.SIZE; bit++) {
            if ((value >> bit & 1) != 0) sum ^= power;
            power = next(next(power));
        }
        return sum;
    }

    /// The words of this PE that are not as at the beginning.
    private long wrong() {
        long wrong = 0, begin = sh.myPe() * share;
        for (long i = 0; i < share; i++) if (table.get(i) != begin + i) wrong++;
        return wrong;
    }
}
