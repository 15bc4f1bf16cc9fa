// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The types of the elements on which the tests of collectives operate.
public enum OperandType {
    BYTE(1),
    INT(4),
    LONG(8),
    FLOAT(4),
    DOUBLE(8);

    public final int bytes;

    OperandType(int bytes) {
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
