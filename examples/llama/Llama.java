// SPDX-License-Identifier: Apache-2.0
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Team;
import org.jshmem.Work;

/// Decoding by a small transformer whose layers are split over PEs, as large language models are split over GPUs: each
/// PE has some attention heads and some rows of the feed-forward network. Twice a layer, the PEs add up what each has
/// computed, by one reduction of a Java array. Without one of the two, each PE would go on with its own part of the sum.
///
/// All PEs get the same bits from a reduction, so all choose the same next token and stay together. The weights come
/// from a seed, so the text means nothing; each layer is compared with the same layer on one PE, within the rounding of
/// sums of another order.
///
/// `bin/oshrun -np 2 examples/llama/Llama.java [TOKENS [LAYERS [WIDTH]]]`
public class Llama {
    static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    static final int HEADS = 8, VOCABULARY = 512;

    final Shmem sh;
    final int tokens, layers, width;
    long communication; // nanoseconds in reductions

    Llama(Shmem sh, int tokens, int layers, int width) {
        this.sh = sh;
        this.tokens = tokens;
        this.layers = layers;
        this.width = width;
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int tokens = a.length > 0 ? Integer.parseInt(a[0]) : 60, layers = a.length > 1 ? Integer.parseInt(a[1]) : 4;
            int width = a.length > 2 ? Integer.parseInt(a[2]) : 256;
            if (sh.nPes() > HEADS) {
                throw new IllegalArgumentException(HEADS + " heads for " + sh.nPes() + " PEs; use at most 8 PEs");
            }
            if (width < 64 || width % 64 != 0 || tokens < 1 || layers < 1) {
                throw new IllegalArgumentException("width " + width + "; use a multiple of 64, and at least 1 token and 1 layer");
            }
            new Llama(sh, tokens, layers, width).run();
        });
    }

    void run() {
        Part[] split = new Part[layers], whole = new Part[layers];
        for (int k = 0; k < layers; k++) {
            split[k] = new Part(k, sh.myPe(), sh.nPes());
            whole[k] = new Part(k, 0, 1);
        }
        Matrix words = new Matrix(-1, 0, VOCABULARY, 0, width);
        double worst = 0;
        long begin = sh.nanoTime();
        int token = 1;
        var text = new StringBuilder();
        for (int n = 0; n < tokens; n++) {
            float[] x = words.row(token);
            for (Part layer : split) layer.apply(x, n, sh.world());
            token = words.best(normed(x));
            text.append((char) ('a' + token % 26));
        }
        double seconds = (sh.nanoTime() - begin) * 1e-9, micros = communication * 1e-3 / tokens;
        token = 1;
        for (Part layer : split) layer.length = 0;
        for (int n = 0; n < tokens; n++) { // once more, next to one PE's
            float[] x = words.row(token);
            for (int k = 0; k < layers; k++) {
                float[] alone = x.clone();
                whole[k].apply(alone, n, null);
                split[k].apply(x, n, sh.world());
                for (int i = 0; i < width; i++) worst = Math.max(worst, Math.abs(x[i] - alone[i]) / (1 + Math.abs(alone[i])));
            }
            token = words.best(normed(x));
        }
        worst = sh.world().reduce(Op.MAX, worst);
        if (!(worst < 1e-4)) throw new AssertionError("a layer differs by " + worst + " from the same layer on one PE");
        double large = reductions(64, 4096);
        if (sh.myPe() > 0) return;
        System.out.println(text);
        System.out.printf("%d PEs: %.0f tokens/s, %.1f us of communication a token%n", sh.nPes(), tokens / seconds, micros);
        System.out.printf("32 layers of 4096 floats would take %.1f us of communication a token%n", large);
        System.out.printf("largest difference from one PE %.1e%nVerification passed%n", worst);
    }

    /// Microseconds of `count` reductions of `length` floats, the fastest of 20 tries after a warm-up.
    double reductions(int count, int length) {
        float[] values = new float[length];
        double best = Double.MAX_VALUE;
        for (int k = 0; k < 60; k++) {
            sh.barrierAll();
            long begin = sh.nanoTime();
            for (int i = 0; i < count; i++) sh.world().reduce(Op.SUM, values);
            if (k >= 40) best = Math.min(best, (sh.nanoTime() - begin) * 1e-3);
        }
        return sh.world().reduce(Op.MAX, best);
    }

    /// The sum over all PEs, in place; with no team the values are whole already.
    void sum(Team team, float[] values) {
        if (team == null) return;
        long begin = sh.nanoTime();
        team.reduce(Op.SUM, values);
        communication += sh.nanoTime() - begin;
    }

    /// The heads and rows of one layer that PE `pe` of `pes` has, with the keys and values of earlier tokens.
    final class Part {
        final int head = width / HEADS, own; // floats of a head, and of this PE's heads
        final Matrix query, key, value, output, gate, up, down;
        final float[] keys, values;
        int length; // tokens so far

        Part(int layer, int pe, int pes) {
            int from = pe * HEADS / pes * head, first = 3 * from;
            own = (pe + 1) * HEADS / pes * head - from;
            int inner = 3 * own;
            query = new Matrix(7 * layer, from, own, 0, width);
            key = new Matrix(7 * layer + 1, from, own, 0, width);
            value = new Matrix(7 * layer + 2, from, own, 0, width);
            output = new Matrix(7 * layer + 3, 0, width, from, own);
            gate = new Matrix(7 * layer + 4, first, inner, 0, width);
            up = new Matrix(7 * layer + 5, first, inner, 0, width);
            down = new Matrix(7 * layer + 6, 0, width, first, inner);
            keys = new float[tokens * own];
            values = new float[tokens * own];
        }

        void apply(float[] x, int position, Team team) {
            float[] attention = output.times(attend(normed(x), position));
            sum(team, attention);
            for (int i = 0; i < width; i++) x[i] += attention[i];
            float[] normed = normed(x), inner = gate.times(normed), more = up.times(normed);
            for (int i = 0; i < inner.length; i++) inner[i] *= more[i] / (1 + (float) Math.exp(-inner[i]));
            float[] forward = down.times(inner);
            sum(team, forward);
            for (int i = 0; i < width; i++) x[i] += forward[i];
            sh.compute(Work.flops(2L * (4 * own * width + 9 * own * width)).vectorized());
        }

        float[] attend(float[] x, int position) {
            float[] q = turned(query.times(x), position), result = new float[own];
            System.arraycopy(turned(key.times(x), position), 0, keys, position * own, own);
            System.arraycopy(value.times(x), 0, values, position * own, own);
            length = position + 1;
            float[] score = new float[length];
            for (int h = 0; h < own; h += head) {
                float most = Float.NEGATIVE_INFINITY, total = 0;
                for (int t = 0; t < length; t++) {
                    score[t] = dot(q, h, keys, t * own + h, head) / (float) Math.sqrt(head);
                    most = Math.max(most, score[t]);
                }
                for (int t = 0; t < length; t++) total += score[t] = (float) Math.exp(score[t] - most);
                for (int t = 0; t < length; t++)
                    for (int i = 0; i < head; i++) result[h + i] += score[t] / total * values[t * own + h + i];
            }
            return result;
        }

        /// Rotary positions: each pair of floats of a head turns by an angle that grows with the position.
        float[] turned(float[] v, int position) {
            for (int i = 0; i < own; i += 2) {
                double angle = position * Math.pow(10000, -(double) (i % head) / head);
                float cos = (float) Math.cos(angle), sin = (float) Math.sin(angle), a = v[i], b = v[i + 1];
                v[i] = a * cos - b * sin;
                v[i + 1] = a * sin + b * cos;
            }
            return v;
        }
    }

    /// Rows and columns of a matrix of random weights: the same element is the same number on every PE.
    static final class Matrix {
        final int rows, columns;
        final float[] weights;

        Matrix(int seed, int row, int rows, int column, int columns) {
            this.rows = rows;
            this.columns = columns;
            weights = new float[rows * columns];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) weights[i * columns + j] = weight(seed, row + i, column + j);
        }

        static float weight(long seed, long row, long column) {
            long z = (seed * 0x1000003 + row << 24 | column) * 0x9E3779B97F4A7C15L;
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            return (float) ((int) (z >>> 32) * 0x1p-31 * 0.08);
        }

        float[] row(int row) {
            return Arrays.copyOfRange(weights, row * columns, (row + 1) * columns);
        }

        float[] times(float[] x) {
            float[] result = new float[rows];
            for (int i = 0; i < rows; i++) result[i] = dot(weights, i * columns, x, 0, columns);
            return result;
        }

        int best(float[] x) {
            float[] scores = times(x);
            int best = 0;
            for (int i = 1; i < rows; i++) if (scores[i] > scores[best]) best = i;
            return best;
        }
    }

    static float dot(float[] a, int from, float[] b, int at, int length) {
        FloatVector sum = FloatVector.zero(SPECIES);
        int i = 0;
        for (; i <= length - SPECIES.length(); i += SPECIES.length())
            sum = FloatVector.fromArray(SPECIES, a, from + i).fma(FloatVector.fromArray(SPECIES, b, at + i), sum);
        float rest = sum.reduceLanes(VectorOperators.ADD);
        for (; i < length; i++) rest += a[from + i] * b[at + i];
        return rest;
    }

    static float[] normed(float[] x) {
        double squares = 0;
        for (float value : x) squares += value * value;
        float scale = (float) (1 / Math.sqrt(squares / x.length + 1e-5));
        float[] result = new float[x.length];
        for (int i = 0; i < x.length; i++) result[i] = x[i] * scale;
        return result;
    }
}
