// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// The parser of plain arguments, for tests of all kernels.
public final class PlainParsing {
    private PlainParsing() {}

    public static boolean parse(KernelCommand command, String[] args) {
        return PlainArguments.parse(command, args);
    }
}
