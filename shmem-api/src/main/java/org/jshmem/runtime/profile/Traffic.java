// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.profile;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jshmem.runtime.array.Place;

/// The target PE, the object and the bytes of a call, read from its arguments by the names of the parameters. All
/// public interfaces have the names `pe`, `count`, `src` and so on. They are compiled with the names of their
/// parameters for this class.
final class Traffic {

    /// Routines with a parameter `pe` that move no data.
    private static final Set<String> STILL = Set.of("ptr", "accessible");

    private final Map<String, Integer> places = new HashMap<>();
    private final boolean moves;

    Traffic(Method method) {
        Parameter[] parameters = method.getParameters();
        for (int k = 0; k < parameters.length; k++) {
            if (parameters[k].isNamePresent()) places.put(parameters[k].getName(), k);
        }
        boolean collective = places.containsKey("dst") && (has("count") || has("myCount"));
        moves = (has("pe") || collective) && !STILL.contains(method.getName());
    }

    private boolean has(String name) {
        return places.containsKey(name);
    }

    /// The symmetric object of a call: the object with the routine, or the destination of a collective. Null without
    /// one.
    Place object(Object target, Object[] arguments) {
        if (target instanceof Place place) return place;
        return has("dst") && Profile.unwrap(arguments[places.get("dst")]) instanceof Place place ? place : null;
    }

    /// The target PE's number in the job. It is -1 without a target, or if the number does not exist.
    int pe(Object target, Object[] arguments) {
        if (!has("pe") || !(target instanceof Place place)) return -1;
        int pe = (int) arguments[places.get("pe")];
        return pe >= 0 && pe < place.npes ? place.world(pe) : -1;
    }

    /// Bytes of the elements that the call names; in a collective, of this PE's part. The result is 0 for a routine
    /// that moves no data.
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
