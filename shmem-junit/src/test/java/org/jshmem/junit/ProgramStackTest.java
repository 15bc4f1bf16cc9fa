// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The stack of a PE in a failure. JUnit's console launcher loads the library by a class loader that has no name.
class ProgramStackTest {
    @ParameterizedTest
    @ValueSource(strings = "app")
    @NullSource
    void aStackBeginsWithTheCalledRoutineWhateverLoadsTheLibrary(String loader) {
        StackTraceElement[] stack = {
            frame(loader, "org.jshmem.shm.jobfile.Futex"),
            frame(loader, "org.jshmem.collective.Flags"),
            frame(loader, "org.jshmem.runtime.SessionHandle"),
            frame(null, "demo.MyTest"),
            frame(null, "demo.Helper"),
            frame(null, "jdk.internal.reflect.DirectMethodHandleAccessor"),
            frame(loader, PeTest.class.getName()),
            frame(loader, "java.lang.Thread")
        };
        assertEquals(
                List.of("org.jshmem.runtime.SessionHandle", "demo.MyTest", "demo.Helper"),
                Arrays.stream(PeOutcomes.programs(stack))
                        .map(StackTraceElement::getClassName)
                        .collect(Collectors.toList()));
    }

    private static StackTraceElement frame(String loader, String className) {
        return new StackTraceElement(loader, null, null, className, "f", null, 1);
    }
}
