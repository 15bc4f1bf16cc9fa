// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jshmem.Cmp;
import org.jshmem.SymShorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SeveralWordsTest {

    @Test
    void aSearchAmongTwoBillionWordsStaysInsideThem() {
        int n = Integer.MAX_VALUE;
        assertEquals(n - 1, SeveralWords.after(n - 1, 0, n));
        assertEquals(0, SeveralWords.after(n - 1, 1, n));
        assertEquals(n - 3, SeveralWords.after(n - 2, n - 1, n));
        assertEquals(5, SeveralWords.after(2, 3, 7));
        assertEquals(1, SeveralWords.after(5, 3, 7));
    }

    /// An array of more words than a call takes; no test has the memory for one.
    private static final class Long implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) throws Throwable {
            return switch (method.getName()) {
                case "length" -> 3_000_000_000L;
                case "toString" -> "SymShorts of 3000000000";
                default -> InvocationHandler.invokeDefault(proxy, method, arguments);
            };
        }
    }

    @Test
    void aCallForAllWordsOfALongerArrayIsRefused() {
        SymShorts all = (SymShorts)
                Proxy.newProxyInstance(SymShorts.class.getClassLoader(), new Class<?>[] {SymShorts.class}, new Long());
        int[] indices = new int[1];
        for (Executable call : new Executable[] {
            () -> all.waitUntilAll(Cmp.EQ, 1),
            () -> all.waitUntilAny(Cmp.EQ, 1),
            () -> all.waitUntilSome(indices, Cmp.EQ, 1),
            () -> all.testAll(Cmp.EQ, 1),
            () -> all.testAny(Cmp.EQ, 1),
            () -> all.testSome(indices, Cmp.EQ, 1)
        }) {
            assertEquals(
                    "SymShorts of 3000000000 has more elements than one call takes, 2147483647; pass index and count",
                    assertThrows(IndexOutOfBoundsException.class, call).getMessage());
        }
    }
}
