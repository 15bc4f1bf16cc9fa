// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A simulated machine: named numbers, each with its source, and the mechanisms that are switched off.
///
/// @param name what `--machine` calls it
/// @param title what it is
/// @param parameters in the order of the documentation
/// @param ablations mechanisms that are switched off; none in a normal run
public record Machine(String name, String title, List<Parameter> parameters, Set<Ablation> ablations) {

    /// With everything on.
    public Machine(String name, String title, List<Parameter> parameters) {
        this(name, title, parameters, Set.of());
    }

    /// The machine that `--machine` names; an unknown name lists the known ones.
    public static Machine named(String name) {
        return all().stream()
                .filter(m -> m.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown machine, name=" + name + "; known are "
                        + String.join(", ", all().stream().map(Machine::name).toList())));
    }

    /// Every machine there is.
    public static List<Machine> all() {
        return List.of(Knc.phi5110p(), Knc.phiSe10p());
    }

    /// The value of a parameter; an unknown symbol lists the known ones.
    public double value(String symbol) {
        return parameters.get(index(symbol)).value();
    }

    /// The same machine with another value of one parameter.
    public Machine with(String symbol, double value) {
        List<Parameter> changed = new ArrayList<>(parameters);
        changed.set(index(symbol), changed.get(index(symbol)).with(value));
        return new Machine(name, title, List.copyOf(changed), ablations);
    }

    /// The same machine with one more mechanism switched off.
    public Machine without(Ablation ablation) {
        EnumSet<Ablation> more = EnumSet.of(ablation);
        more.addAll(ablations);
        return new Machine(name, title, parameters, Set.copyOf(more));
    }

    private int index(String symbol) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).symbol().equals(symbol)) return i;
        }
        throw new IllegalArgumentException("machine " + name + " has no parameter, symbol=" + symbol + "; it has "
                + String.join(", ", parameters.stream().map(Parameter::symbol).toList()));
    }
}
