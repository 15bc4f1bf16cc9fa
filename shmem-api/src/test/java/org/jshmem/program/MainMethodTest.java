// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The forms of a main method that JDK 25 runs.
class MainMethodTest {
    private static final String CALLED = "jshmem.test.called";

    static class Usual {
        public static void main(String[] args) {
            called("Usual" + args.length);
        }
    }

    static final class Above extends Usual {}

    static final class Short {
        static void main() {
            called("Short");
        }
    }

    static final class OfAnObject {
        void main(String[] args) {
            called("OfAnObject" + args.length);
        }
    }

    static final class ShortOfAnObject {
        void main() {
            called("ShortOfAnObject");
        }
    }

    static final class Both {
        static void main() {
            called("the one without arguments");
        }

        void main(String[] args) {
            called("Both" + args.length);
        }
    }

    static final class Failing {
        void main() {
            throw new UnsupportedOperationException("main failed");
        }
    }

    static final class Hidden {
        private static void main(String[] args) {
            called("hidden" + args.length);
        }
    }

    static final class WithAnArgument {
        WithAnArgument(int k) {
            called("made" + k);
        }

        void main() {
            called("never");
        }
    }

    static final class ReturningAValue {
        static int main(String[] args) {
            return args.length;
        }
    }

    /// The programs have class loaders of their own, so they leave their names in a property.
    private static void called(String name) {
        System.setProperty(CALLED, name);
    }

    @BeforeEach
    void forget() {
        System.clearProperty(CALLED);
    }

    /// A main method may be inherited, and gets the arguments if it has a parameter.
    @ParameterizedTest
    @CsvSource({
        "Usual, Usual2",
        "Above, Usual2",
        "Short, Short",
        "OfAnObject, OfAnObject2",
        "ShortOfAnObject, ShortOfAnObject",
        "Both, Both2"
    })
    void aMainMethodIsCalled(String program, String call) throws Exception {
        MainMethod.of(MainMethodTest.class.getName() + "$" + program).call("a", "b");
        assertEquals(call, System.getProperty(CALLED));
    }

    @Test
    void theExceptionOfAnObjectsMainIsThrown() throws Exception {
        MainMethod main = MainMethod.of(Failing.class.getName());
        var e = assertThrows(UnsupportedOperationException.class, main::call);
        assertEquals("main failed", e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(classes = {MainMethodTest.class, Hidden.class, WithAnArgument.class, ReturningAValue.class})
    void aClassWithoutOneIsRefused(Class<?> program) {
        var e = assertThrows(IllegalArgumentException.class, () -> MainMethod.of(program.getName()));
        assertEquals(
                program.getName() + " has no main method; give it one, such as public static void main(String[] args)",
                e.getMessage());
    }

    /// A file that a full disk has cut, or that is no class: no other class makes it readable.
    @Test
    void aBrokenClassFileIsToBeCompiledAgain() {
        assertEquals("compile it again", MainMethod.remedy("java.lang.ClassFormatError: Truncated class file"));
        assertEquals(
                "give by -cp the classes that it needs too", MainMethod.remedy("java.lang.NoClassDefFoundError: Gone"));
    }
}
