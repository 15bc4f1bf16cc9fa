// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What a call of a routine moves, and where to, read off its arguments by the names of its parameters: `pe`,
/// `count`, `src` are called so in the whole contract, which is compiled with its names for this.
final class Traffic {

    /// Take a PE and move nothing.
    private static final Set<String> STILL = Set.of("ptr", "accessible");

    private final Map<String, Integer> places = new HashMap<>();
    private final boolean moves;

    Traffic(Method method) {
        Parameter[] parameters = method.getParameters();
        for (int k = 0; k < parameters.length; k++) {
            if (parameters[k].isNamePresent()) places.put(parameters[k].getName(), k);
        }
        boolean collective = places.containsKey("dst") && (has("count") || has("myCount"));
        moves = (isTargeted() || collective) && !STILL.contains(method.getName());
    }

    private boolean has(String name) {
        return places.containsKey(name);
    }

    /// Whether it is of one other PE.
    private boolean isTargeted() {
        return has("pe");
    }

    /// The object it is about: the one it is called on, of a collective the one that is written; null for none.
    Place object(Object target, Object[] arguments) {
        if (target instanceof Place place) return place;
        return has("dst") && Profile.unwrap(arguments[places.get("dst")]) instanceof Place place ? place : null;
    }

    /// The other PE's number in the job; -1 where there is none.
    int pe(Object target, Object[] arguments) {
        if (!isTargeted() || !(target instanceof Place place)) return -1;
        int pe = (int) arguments[places.get("pe")];
        return pe >= 0 && pe < place.npes ? place.world(pe) : -1;
    }

    /// Bytes of the elements that it names: of a collective, of this PE's part; 0 where nothing moves.
    long bytes(Place object, Object[] arguments) {
        if (!moves || object == null) return 0;
        if (has("count")) return number("count", arguments) * object.width;
        if (has("myCount")) return number("myCount", arguments) * object.width;
        if (has("blocks")) return number("blocks", arguments) * number("blockSize", arguments) * object.width;
        Object buffer = has("src") ? arguments[places.get("src")] : has("dst") ? arguments[places.get("dst")] : null;
        if (buffer instanceof MemorySegment segment) return segment.byteSize();
        if (buffer != null && buffer.getClass().isArray()) return (long) Array.getLength(buffer) * object.width;
        return object.width; // one element, or one word
    }

    private long number(String name, Object[] arguments) {
        return ((Number) arguments[places.get(name)]).longValue();
    }
}
