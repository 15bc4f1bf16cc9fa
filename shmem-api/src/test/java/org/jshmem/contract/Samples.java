// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

/// How much a test tries: few samples with `mvn verify`, all of them with `mvn verify -Plong`, which runs the
/// tests with the tag [#TAG] once more.
public final class Samples {
    /// Tag of tests that try more with `-Plong`; a subclass inherits it.
    public static final String TAG = "sampled";

    private static final boolean ALL =
            System.getProperty("jshmem.samples", "few").equals("all");

    private Samples() {}

    /// The numbers, sizes or cases that this run tries.
    public static <T> T of(T few, T all) {
        return ALL ? all : few;
    }
}
