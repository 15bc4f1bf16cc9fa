// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jshmem.sim.model.Architecture;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Parameter;
import org.jshmem.sim.model.Symbol;
import org.jshmem.sim.model.Variation;

/// The reader of machine files: makes a machine from JSON, and finds all errors of a file at once.
///
/// A calibration that `oshrun calibrate` wrote is a machine file too: coherent memory, out-of-order cores.
final class MachineFile {
    static final String KIND = "jshmem machine 1";
    static final String CALIBRATION = "jshmem calibration 1";

    private static final List<String> MEMBERS =
            List.of("kind", "name", "title", "like", "memory", "cores", "parameters", "variations");

    private final FileErrors errors;
    private final Map<?, ?> all;
    private final boolean calibrated;
    private final boolean isLike;
    private final Machine like; // null for none, and for an unknown one

    private MachineFile(FileErrors errors, Map<?, ?> all, Function<String, Machine> known) {
        this.errors = errors;
        this.all = all;
        calibrated = CALIBRATION.equals(all.get("kind"));
        isLike = all.containsKey("like");
        if (!calibrated) {
            if (!KIND.equals(all.get("kind"))) {
                String given = FileErrors.shown(all.get("kind"));
                errors.at("kind", "\"kind\" is %s; it has to be \"%s\"".formatted(given, KIND));
            }
            errors.members(all, MEMBERS, "a machine");
        }
        like = isLike ? like(known) : null;
    }

    /// The machine that a text describes; `known` finds the machine that it is `like`. The message of an
    /// `IllegalArgumentException` lists the errors, one in each line.
    static Machine read(String file, String text, Function<String, Machine> known) {
        FileErrors errors = new FileErrors(file, text);
        Map<?, ?> all = errors.parse();
        Machine machine = all == null ? null : new MachineFile(errors, all, known).machine();
        errors.refuse();
        return machine;
    }

    private Machine like(Function<String, Machine> known) {
        String name = errors.string(all, "like");
        if (MachineFiles.isFile(name)) {
            String names = String.join(", ", Machine.names());
            errors.at("like", "\"like\" is \"%s\"; it has to be a machine and not a file: %s".formatted(name, names));
            return null;
        }
        try {
            return name.isEmpty() ? null : known.apply(name);
        } catch (IllegalArgumentException e) {
            errors.at("like", e.getMessage());
            return null;
        }
    }

    private Machine machine() {
        Architecture architecture = calibrated ? MachineKind.of(MachineKind.COHERENT, "out-of-order") : architecture();
        List<Parameter> parameters = parameters(architecture);
        String name = calibrated ? CalibratedMachine.NAME : errors.string(all, "name");
        String title = calibrated
                ? all.get("cpu") + ", as calibrated on " + all.get("date")
                : all.containsKey("title") || !isLike
                        ? errors.string(all, "title")
                        : like == null ? "" : like.title() + ", changed";
        Machine machine = new Machine(name, title, parameters, Set.of(), List.of(), architecture, List.of());
        String problem = errors.count() == 0 ? architecture.problem(machine) : "";
        if (!problem.isEmpty()) errors.ofSymbol(problem.substring(0, problem.indexOf(' ')), problem);
        List<Variation> variations = calibrated ? CalibratedMachine.VARIATIONS : variations(machine);
        return new Machine(name, title, parameters, Set.of(), List.of(), architecture, variations);
    }

    /// The kind of machine; null after an error.
    private Architecture architecture() {
        Architecture model = like == null ? null : like.architecture();
        String memory = word("memory", MachineKind.MEMORIES, model == null ? null : model.memoryKind());
        String cores = word("cores", MachineKind.CORES, model == null ? null : model.coreKind());
        if (memory == null || cores == null) return null;
        Architecture found = MachineKind.of(memory, cores);
        if (found == null) {
            errors.at("cores", "memory \"%s\" goes with \"scalar\" cores alone".formatted(memory));
        }
        return found;
    }

    /// A word of the kind; null for one that an unknown machine would give.
    private String word(String member, List<String> words, String inherited) {
        boolean isOpen = isLike && like == null && !all.containsKey(member);
        return isOpen ? null : errors.word(all, member, words, inherited);
    }

    /// The parameters of the file and of the machine that it is like, in the order of their symbols.
    private List<Parameter> parameters(Architecture architecture) {
        Map<String, Symbol> symbols = new LinkedHashMap<>();
        if (architecture != null) architecture.symbols().forEach(symbol -> symbols.putIfAbsent(symbol.name(), symbol));
        Map<String, Parameter> own =
                new ParameterReader(errors, architecture == null ? null : symbols, calibrated).read(all);
        List<Parameter> ordered = new ArrayList<>();
        for (Symbol symbol : symbols.values()) {
            String name = symbol.name();
            if (own.containsKey(name)) {
                if (own.get(name) != null) ordered.add(own.get(name));
            } else if (like != null && like.knows(name)) {
                ordered.add(like.parameter(name));
            } else if (!symbol.isOptional() && isLike == (like != null)) {
                errors.at("parameters", "%s is missing: %s, in %s".formatted(name, symbol.meaning(), symbol.unit()));
            }
        }
        return ordered;
    }

    /// The variations of the file, or those of the machine that it is like which fit this machine too.
    private List<Variation> variations(Machine machine) {
        if (!all.containsKey("variations")) {
            List<Variation> inherited = like == null || machine.architecture() == null ? List.of() : like.variations();
            return inherited.stream()
                    .filter(v -> VariationReader.misfit(v, machine).isEmpty())
                    .toList();
        }
        VariationReader reader = new VariationReader(errors, machine);
        boolean sound = errors.count() == 0;
        List<Variation> found = new ArrayList<>();
        for (Map<?, ?> each : errors.objects(all, "variations")) {
            int before = errors.count();
            Variation variation = reader.read(each);
            String misfit = sound && errors.count() == before ? VariationReader.misfit(variation, machine) : "";
            if (!misfit.isEmpty()) errors.in(each, misfit);
            boolean twice = found.stream().anyMatch(other -> other.name().equals(variation.name()));
            if (twice && !variation.name().isEmpty()) {
                errors.in(each, "variation \"%s\" is there twice; rename the second".formatted(variation.name()));
            }
            found.add(variation);
        }
        return List.copyOf(found);
    }
}
