// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

/// How the PEs of this job are dealt to JVMs, for reports: a figure that was measured in few JVMs says so.
public final class Placement {
    /// Environment variable by which a launcher says it.
    public static final String VARIABLE = "JSHMEM_PLACEMENT";

    private Placement() {}

    /// Such as `64 PEs in 2 JVMs`; the simulator's PEs and those of a JVM that no launcher started share one.
    public static String text(int npes) {
        String said = System.getenv(VARIABLE);
        if (said != null) return said;
        return npes == 1 ? "1 PE in 1 JVM" : npes + " PEs in 1 JVM";
    }
}
