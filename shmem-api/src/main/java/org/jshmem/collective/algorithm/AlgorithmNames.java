// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.jshmem.Collective;
import org.jshmem.collective.Barrier;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.choice.AlgorithmService;

/// The algorithms of each collective by name: the library's own, then those of other modules.
public final class AlgorithmNames {
    private static final String HIERARCHICAL = "hierarchical";

    private AlgorithmNames() {}

    private static List<? extends Algorithm<?>> own(Collective collective) {
        return switch (collective) {
            case BARRIER, SYNC -> Barrier.ALL;
            case REDUCE -> Reductions.ALL;
            case BROADCAST -> Broadcasts.ALL;
            case COLLECT, FCOLLECT -> Gathers.ALL;
            case ALLTOALL, ALLTOALLS -> Exchanges.ALL;
            case SCAN -> Scans.ALL;
            case GATHER -> Rooted.GATHERS;
            case SCATTER -> Rooted.SCATTERS;
            case ALLTOALLV -> UnequalExchange.ALL;
        };
    }

    /// Returns all algorithms of a collective, those of the PE's program among them. The services are loaded only
    /// here: most programs need the library's own.
    public static List<Algorithm<?>> of(Collective collective) {
        List<Algorithm<?>> all = new ArrayList<>(own(collective));
        for (var service : ServiceLoader.load(AlgorithmService.class)) all.addAll(service.algorithms(collective));
        return all;
    }

    /// Returns the names of all algorithms of a collective.
    public static List<String> names(Collective collective) {
        return of(collective).stream().<String>map(Algorithm::name).toList();
    }

    /// Returns the names that choose an algorithm of a collective, except `auto`.
    public static List<String> choices(Collective collective) {
        List<String> names = new ArrayList<>(names(collective));
        if (!names.contains(HIERARCHICAL)) names.add(HIERARCHICAL);
        return names;
    }

    /// Returns the algorithm of a name, and null for `auto`, as for `hierarchical` if the collective has
    /// none: what it has serves several hosts too. Throws for another name, with a list of all names.
    public static Algorithm<?> named(Collective collective, String name) {
        if (name.equals("auto")) return null;
        for (Algorithm<?> each : own(collective)) if (each.name().equals(name)) return each;
        for (Algorithm<?> each : of(collective)) if (each.name().equals(name)) return each;
        if (name.equals(HIERARCHICAL)) return null;
        throw new IllegalArgumentException("algorithm '%s' of %s is unknown; use one of auto, %s"
                .formatted(name, collective, String.join(", ", choices(collective))));
    }

    /// Returns the algorithms of a collective as text, a line for each.
    public static String help(Collective collective) {
        StringBuilder text =
                new StringBuilder("%s: auto, or%n".formatted(collective.name().toLowerCase(Locale.ROOT)));
        for (Algorithm<?> each : of(collective)) text.append("  %-13s %s%n".formatted(each.name(), each.sentence()));
        return text.toString();
    }
}
