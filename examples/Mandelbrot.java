// SPDX-License-Identifier: Apache-2.0
import java.awt.Color;
import java.io.IOException;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Work;

/// The Mandelbrot set, the pattern of a shared queue of work: rows take very different times, so each PE takes the next
/// row from a counter on PE 0 until none is left, and puts its pixels into the picture on PE 0.
///
/// The counter hands out each row once, because `fetchInc` is atomic; by `g` and `p` two PEs would draw the same row.
/// The upper half of the set mirrors the lower one, so each pixel is checked against its mirror image.
///
/// `bin/oshrun -np 4 examples/Mandelbrot.java [WIDTH [LIMIT]]` writes `mandelbrot.png`, coloured by the PE that drew.
public class Mandelbrot {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int width = a.length > 0 ? Integer.parseInt(a[0]) : 480, limit = a.length > 1 ? Integer.parseInt(a[1]) : 500;
            if (width < 4 || limit < 1) {
                throw new IllegalArgumentException(width + " pixels and " + limit + " iterations; use at least 4 and 1");
            }
            new Mandelbrot(sh, width, limit).run();
        });
    }

    final Shmem sh;
    final int width, height, limit;
    final SymLongs next; // the next row; PE 0's counts
    final SymInts counts, drawers; // iterations of each pixel, and the PE of each row, on PE 0

    Mandelbrot(Shmem sh, int width, int limit) {
        this.sh = sh;
        this.width = width;
        this.limit = limit;
        height = width * 3 / 4;
        next = sh.longs(1).named("next row");
        counts = sh.ints((long) width * height).named("picture");
        drawers = sh.ints(height).named("drawers");
    }

    void run() throws IOException {
        int[] pixels = new int[width];
        long rows = 0;
        for (int y; (y = (int) next.fetchInc(0, 0)) < height; rows++) {
            long iterations = 0;
            for (int x = 0; x < width; x++) iterations += pixels[x] = iterations(x, y);
            sh.compute(Work.flops(10 * iterations));
            counts.put((long) y * width, pixels, 0, width, 0);
            drawers.p(y, sh.myPe(), 0);
        }
        sh.barrierAll(); // all rows have arrived
        long all = sh.world().reduce(Op.SUM, rows), most = sh.world().reduce(Op.MAX, rows);
        if (all != height) throw new AssertionError(all + " rows drawn of " + height);
        if (sh.myPe() > 0) return;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                if (counts.get(pixel(x, y)) != counts.get(pixel(x, height - 1 - y)))
                    throw new AssertionError("pixel " + x + ", " + y + " is not that of its mirror image");
        picture();
        System.out.printf("%d rows, at most %d by one of %d PEs: mandelbrot.png%n", height, most, sh.nPes());
        System.out.println("Verification passed");
    }

    long pixel(int x, int y) {
        return (long) y * width + x;
    }

    int iterations(int x, int y) {
        double scale = 3.0 / width, cr = (x - 0.72 * width) * scale, ci = (y - (height - 1) / 2.0) * scale;
        double re = 0, im = 0;
        int n = 0;
        for (; n < limit && re * re + im * im < 4; n++) {
            double square = re * re - im * im;
            im = 2 * re * im + ci;
            re = square + cr;
        }
        return n;
    }

    void picture() throws IOException {
        var image = new Picture(width, height);
        for (int y = 0; y < height; y++) {
            float hue = (float) drawers.get(y) / sh.nPes();
            for (int x = 0; x < width; x++) {
                int n = counts.get(pixel(x, y));
                image.setRGB(x, y, n == limit ? 0 : Color.HSBtoRGB(hue, 0.55f, 1 - 0.75f / (1 + n / 12f)));
            }
        }
        image.write("mandelbrot.png");
    }
}
