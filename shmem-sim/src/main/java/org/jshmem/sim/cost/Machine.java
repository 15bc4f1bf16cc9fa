// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jshmem.runtime.settings.Spelling;

/// A simulated machine: named numbers, each with its source, the mechanisms that are switched off, and the architecture
/// that makes the machine's parts from them.
///
/// @param name the name for `--machine`
/// @param title a short description
/// @param parameters in the order of the documentation
/// @param off names of mechanisms that are switched off; none in a normal run
/// @param cores the core of each PE; empty if PE i runs on core i
/// @param architecture the kind of machine
/// @param variations the variations that make the model's band, without the machine itself
public record Machine(
        String name,
        String title,
        List<Parameter> parameters,
        Set<String> off,
        List<Integer> cores,
        Architecture architecture,
        List<Variation> variations) {

    /// A machine with all mechanisms on.
    public Machine(String name, String title, List<Parameter> parameters, Architecture architecture) {
        this(name, title, List.copyOf(parameters), Set.of(), List.of(), architecture, List.of());
    }

    /// The known name that is meant by an unknown one, as the end of a message; empty if none is like it.
    public static String nearest(String name, Collection<String> known) {
        return Spelling.nearest(name, known)
                .map(meant -> "; nearest is " + meant)
                .orElse("");
    }

    /// Whether the machine has a parameter of this symbol.
    public boolean knows(String symbol) {
        return parameters.stream().anyMatch(p -> p.symbol().equals(symbol));
    }

    /// A parameter. The exception for an unknown symbol has the nearest known one.
    public Parameter parameter(String symbol) {
        return parameters.get(index(symbol));
    }

    /// The value of a parameter. The exception for an unknown symbol has the nearest known one.
    public double value(String symbol) {
        return parameters.get(index(symbol)).value();
    }

    /// The value of a parameter; another one if the machine has none of this symbol.
    public double value(String symbol, double otherwise) {
        return knows(symbol) ? value(symbol) : otherwise;
    }

    /// A number of bytes or of other things.
    public long count(String symbol) {
        return (long) value(symbol);
    }

    /// A parameter in nanoseconds, as picoseconds.
    public long picos(String symbol) {
        return Math.round(value(symbol) * 1000);
    }

    /// This machine with another value of one parameter. A value that no machine can have is refused.
    public Machine with(String symbol, double value) {
        List<Parameter> changed = new ArrayList<>(parameters);
        changed.set(index(symbol), changed.get(index(symbol)).with(value));
        return new Machine(name, title, List.copyOf(changed), off, cores, architecture, variations);
    }

    /// This machine with the parameter of a setting `SYMBOL=VALUE`, as `--set` has it.
    public Machine with(String setting) {
        int equals = setting.indexOf('=');
        try {
            if (equals > 0)
                return with(setting.substring(0, equals), Double.parseDouble(setting.substring(equals + 1)));
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new IllegalArgumentException(
                "--set '%s' is not SYMBOL=VALUE; use a symbol and a number, such as c=110".formatted(setting));
    }

    /// This machine with one more mechanism switched off. The exception for an unknown name has the nearest known one.
    public Machine without(String mechanism) {
        List<String> known =
                architecture.mechanisms().stream().map(Symbol::name).toList();
        if (!known.contains(mechanism)) throw unknown("mechanism", mechanism, known);
        Set<String> more = new TreeSet<>(off);
        more.add(mechanism);
        return new Machine(name, title, parameters, Set.copyOf(more), cores, architecture, variations);
    }

    /// This machine. Refuses numbers that contradict each other.
    public Machine checked() {
        String problem = architecture.problem(this);
        if (!problem.isEmpty()) throw new IllegalArgumentException("machine " + name + ": " + problem);
        return this;
    }

    /// This machine with PE i on the i-th of these cores.
    public Machine placed(List<Integer> onCores) {
        return new Machine(name, title, parameters, off, List.copyOf(onCores), architecture, variations);
    }

    /// The placement of `npes` PEs on the cores. A choice of cores that does not fit is refused.
    public Placement place(int npes) {
        int count = architecture.cores(this);
        if (cores.isEmpty()) return Placement.roundRobin(npes, count);
        return Placement.chosen(cores, npes, count, architecture.mostPes(this) / count);
    }

    /// Whether the mechanism with a name is switched on, as on the real machine.
    public boolean has(String mechanism) {
        return !off.contains(mechanism);
    }

    private int index(String symbol) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).symbol().equals(symbol)) return i;
        }
        throw unknown(
                "parameter", symbol, parameters.stream().map(Parameter::symbol).toList());
    }

    private IllegalArgumentException unknown(String noun, String given, List<String> known) {
        String nearest = nearest(given, known);
        return new IllegalArgumentException("machine %s has no %s '%s'%s"
                .formatted(name, noun, given, nearest.isEmpty() ? "; it has " + String.join(", ", known) : nearest));
    }
}
