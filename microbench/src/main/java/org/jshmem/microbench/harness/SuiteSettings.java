// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.jshmem.Access;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Where;

/// The settings of a run of the suite, checked; equal on every PE.
///
/// @param usual whether the tests are the default set
/// @param sizes bytes or elements that the user named; empty for the default ones
/// @param pairCounts pair counts that the user named; empty for the default ones of each test
/// @param partnerOffset offset of the pairing, as in [Pairs]
/// @param iterations operations per row, or 0 for as many as fit the time
/// @param into file for the results of one launch of several; null for a run of its own
public record SuiteSettings(
        List<Test> tests,
        boolean usual,
        List<Long> sizes,
        List<Integer> pairCounts,
        int partnerOffset,
        List<Access> accesses,
        List<String> algorithms,
        ElementType type,
        int stride,
        int iterations,
        int warmup,
        boolean quick,
        boolean check,
        Osu.Columns osu,
        int launches,
        Path into,
        boolean peer,
        boolean floors,
        boolean progress,
        Sinks sinks) {

    private static final long MOST_CHECKED = 4 << 10;
    public static final long MOST_ELEMENTS = 1 << 20;
    private static final long MOST_SIMULATED = 4 << 20;

    /// Element types of collectives.
    public enum ElementType {
        BYTE(1),
        INT(4),
        LONG(8),
        FLOAT(4),
        DOUBLE(8);

        public final int bytes;

        ElementType(int bytes) {
            this.bytes = bytes;
        }

        double at(MemorySegment s, long k) {
            return switch (this) {
                case BYTE -> s.get(ValueLayout.JAVA_BYTE, k);
                case INT -> s.getAtIndex(ValueLayout.JAVA_INT, k);
                case LONG -> s.getAtIndex(ValueLayout.JAVA_LONG, k);
                case FLOAT -> s.getAtIndex(ValueLayout.JAVA_FLOAT, k);
                case DOUBLE -> s.getAtIndex(ValueLayout.JAVA_DOUBLE, k);
            };
        }

        void set(MemorySegment s, long k, double value) {
            switch (this) {
                case BYTE -> s.set(ValueLayout.JAVA_BYTE, k, (byte) value);
                case INT -> s.setAtIndex(ValueLayout.JAVA_INT, k, (int) value);
                case LONG -> s.setAtIndex(ValueLayout.JAVA_LONG, k, (long) value);
                case FLOAT -> s.setAtIndex(ValueLayout.JAVA_FLOAT, k, (float) value);
                case DOUBLE -> s.setAtIndex(ValueLayout.JAVA_DOUBLE, k, value);
            }
        }

        /// A value rounded to this type.
        double rounded(double value) {
            return this == BYTE ? (byte) value : value;
        }
    }

    public static byte byteAt(MemorySegment s, long k) {
        return s.get(ValueLayout.JAVA_BYTE, k);
    }

    /// The pair counts of a test: those that the user named. By default they are 1, 2, 8 and half the PEs for a
    /// test of sharing. For other tests they are 1, and half the PEs if each PE has a core and time is real.
    public List<Integer> pairs(Test test, Where where) {
        if (!pairCounts.isEmpty()) return pairCounts;
        int half = where.npes() / 2;
        var counts = new TreeSet<Integer>();
        for (int count : test.sharing()
                ? new int[] {1, 2, 8, half}
                : new int[] {1, where.virtual() || where.crowded() ? 1 : half}) {
            if (count >= 1 && count <= half) counts.add(count);
        }
        return List.copyOf(counts);
    }

    /// The sizes of a test: those that the user named, or powers of two that fit the free heap, up to 4 MiB or
    /// 1 Mi elements.
    public List<Long> sizes(Test test, Where where, int npes, long free) {
        int unit = test.unit(this);
        if (unit == 0) return List.of();
        if (!sizes.isEmpty()) return sizes;
        long last = unit == 1 ? test.largest(where) : MOST_ELEMENTS;
        if (check) last = Math.min(last, MOST_CHECKED);
        if (where.virtual()) last = Math.min(last, MOST_SIMULATED / unit); // one thread moves the bytes of all PEs
        while (last > 1 && test.heap(this, last * unit, npes) > free) last >>= 1;
        return sizes(unit, last);
    }

    /// The sizes that the user named, or powers of two up to `last`: every other one for tests by name. The default
    /// set takes every third from 8 bytes on, among them a word, a line and the content of each cache.
    public List<Long> sizes(int unit, long last) {
        if (!sizes.isEmpty()) return sizes;
        return usual ? Sizes.powers(unit == 1 ? Long.BYTES : 1, last, 3) : Sizes.powers(1, last, 2);
    }

    /// Refuses settings that this job cannot run. Every PE calls it before the first row, with equal numbers.
    /// `unpaired` are the tests that run on any number of PEs.
    public void refuse(int npes, long free, List<String> unpaired) {
        for (Test test : tests) {
            if (test.paired() && npes % 2 != 0) throw odd(test, npes, unpaired);
            int unit = test.unit(this);
            if (unit == 0 || sizes.isEmpty()) continue;
            long bytes = sizes.getLast() * unit;
            long needed = test.heap(this, bytes, npes);
            if (needed > free) {
                throw new InvalidArguments(test.name() + " at " + bytes + " bytes needs " + needed
                        + " bytes of symmetric heap on each PE, " + free + " are free; raise --heap or lower --sizes");
            }
        }
        for (int count : pairCounts) {
            if (count > npes / 2) {
                throw new InvalidArguments(count + " pairs need " + 2 * count + " PEs, there are " + npes
                        + "; raise -np or lower --pairs");
            }
        }
    }

    private static InvalidArguments odd(Test test, int npes, List<String> unpaired) {
        return new InvalidArguments(test.name() + " needs an even number of PEs, which it divides into pairs, not "
                + npes + "; use -np " + (npes + 1) + ", or tests that need no pairs: " + String.join(", ", unpaired));
    }
}
