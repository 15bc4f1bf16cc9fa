// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Test;

/// Every C name of an element type or a width does what it says, in every form that it has. The names of single
/// routines are [NamesContract]'s and [HandleNamesContract]'s.
public abstract class EveryNameContract extends ApiContract {
    static final int PES = 3;

    private static final Set<String> SINGLE = Set.of("OnceNames", "TeamNames");

    /// The generated methods, in one order on all PEs.
    static List<Method> generated() {
        return Arrays.stream(OpenShmem.class.getMethods())
                .filter(m -> Modifier.isStatic(m.getModifiers()))
                .filter(m -> !SINGLE.contains(m.getDeclaringClass().getSimpleName()))
                .sorted(Comparator.comparing(EveryNameContract::signature))
                .toList();
    }

    private static String signature(Method m) {
        return m.getName()
                + Arrays.stream(m.getParameterTypes()).map(Class::getSimpleName).toList();
    }

    @Test
    void everyNameDoesWhatItSays() throws Exception {
        List<Method> names = generated();
        assertTrue(names.size() > 5000, "found " + names.size());
        launch(PES, CONFIG, () -> {
            OpenShmem.start_pes(0);
            NameCalls calls = new NameCalls();
            names.forEach(calls::check);
        });
    }
}
