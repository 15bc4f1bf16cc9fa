// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jshmem.program.ProgramClasses;
import org.jshmem.sim.cluster.Cluster;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.Cores;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.cost.Parameter.Role;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.sim.cost.Variation;
import org.jshmem.sim.mesh.Chip;

/// The reader of machine files: makes a machine from JSON. The message for an error has the file, the line, and the
/// nearest known name.
final class MachineFile {
    static final String KIND = "jshmem machine 1";

    /// A machine as its file has it.
    record MachineText(
            String kind,
            String name,
            String title,
            String like,
            String memory,
            String cores,
            List<ParameterText> parameters,
            List<VariationText> variations) {}

    /// A parameter as a machine file has it.
    record ParameterText(String symbol, Object value, String unit, String role, String source) {}

    /// A variation as a machine file has it.
    record VariationText(String name, Map<String, Object> set, List<String> without) {}

    private static final Map<String, Class<? extends Record>> MEMBERS = Map.of(
            "$", MachineText.class, "$.parameters[]", ParameterText.class, "$.variations[]", VariationText.class);
    private static final List<String> MEMORIES = List.of("coherent", "network", "mesh");
    private static final List<String> ROLES =
            Arrays.stream(Role.values()).map(Role::name).toList();

    private final JsonFile json;
    private final MachineText all;
    private final Machine like; // null for none
    private final Architecture architecture;
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();

    private MachineFile(JsonFile json, Function<String, Machine> known) {
        this.json = json;
        all = json.read(MachineText.class, MEMBERS);
        if (!KIND.equals(all.kind)) throw json.wrong("$.kind", all.kind, "it has to be \"%s\"".formatted(KIND));
        like = all.like == null ? null : json.at("$.like", () -> known.apply(all.like));
        Map<String, Architecture> found = found();
        List<String> memories =
                Stream.concat(MEMORIES.stream(), found.keySet().stream()).toList();
        String memory = part("$.memory", all.memory, memories);
        architecture = found.containsKey(memory)
                ? found.get(memory)
                : architecture(memory, part("$.cores", all.cores, Cores.KINDS));
        if (architecture == null) {
            throw json.error("$.cores", "memory \"%s\" goes with \"scalar\" cores alone", memory);
        }
        architecture.symbols().forEach(symbol -> symbols.putIfAbsent(symbol.name(), symbol));
    }

    /// The machine that a text describes; `known` finds the machine that it is `like`.
    static Machine read(String file, String text, Function<String, Machine> known) {
        return new MachineFile(new JsonFile(file, text), known).machine();
    }

    /// The architectures of other modules, which come with the program, by the words for their memories.
    private static Map<String, Architecture> found() {
        Map<String, Architecture> found = new TreeMap<>();
        for (Architecture each : ServiceLoader.load(Architecture.class, new ProgramClasses().next()))
            found.put(each.parts().getFirst(), each);
        return found;
    }

    /// The architecture of a memory and cores, given by known words; null if they do not fit together.
    static Architecture architecture(String memory, String cores) {
        return switch (memory) {
            case "coherent", "network" -> new Cluster(memory.equals("network"), cores);
            default -> cores.equals("scalar") ? new Chip() : null;
        };
    }

    /// The word for a part of the machine: that of the file, or that of the machine that it is like.
    private String part(String path, String given, List<String> words) {
        if (like == null || given != null) return word(path, given, words);
        return like.architecture().parts().stream()
                .filter(words::contains)
                .findFirst()
                .orElseThrow();
    }

    private String word(String path, String given, List<String> words) {
        if (given != null && words.contains(given)) return given;
        boolean isNumber = given != null && given.matches("[0-9.]+");
        String end = isNumber ? "; numbers are parameters" : given == null ? "" : Machine.nearest(given, words);
        throw json.wrong(path, given, "it has to be one of " + String.join(", ", words) + end);
    }

    private Machine machine() {
        List<Parameter> parameters = parameters();
        String name = json.text("$.name", all.name);
        String title = like != null && all.title == null ? like.title() + ", changed" : json.text("$.title", all.title);
        Machine machine = new Machine(name, title, parameters, architecture);
        String problem = architecture.problem(machine);
        if (!problem.isEmpty()) throw json.error(pathOf(problem.substring(0, problem.indexOf(' '))), "%s", problem);
        return new Machine(name, title, parameters, Set.of(), List.of(), architecture, variations(machine));
    }

    /// The path of the parameter of a symbol, or of the machine that the file is like if that gives its value.
    private String pathOf(String symbol) {
        int i = 0;
        for (ParameterText each : list(all.parameters)) {
            if (symbol.equals(each.symbol)) return "$.parameters[" + i + "]";
            i++;
        }
        return "$.like";
    }

    private static <T> List<T> list(List<T> given) {
        return given == null ? List.of() : given;
    }

    /// The parameters of the file and of the machine that it is like, in the order of their symbols.
    private List<Parameter> parameters() {
        Map<String, Parameter> own = new LinkedHashMap<>();
        for (ParameterText each : list(all.parameters)) {
            String path = "$.parameters[" + own.size() + "]";
            String name = json.text(path + ".symbol", each.symbol);
            if (!symbols.containsKey(name)) {
                String nearest = Machine.nearest(name, symbols.keySet());
                throw json.error(path, "%s is not a parameter of this kind of machine%s", name, nearest);
            }
            if (own.put(name, parameter(path, each, symbols.get(name))) != null) {
                throw json.error(path, "%s is there twice; remove one", name);
            }
        }
        List<Parameter> ordered = new ArrayList<>();
        symbols.forEach((name, symbol) -> {
            if (own.containsKey(name)) {
                ordered.add(own.get(name));
            } else if (like != null && like.knows(name)) {
                ordered.add(like.parameter(name));
            } else if (!symbol.isOptional()) {
                throw json.error("$.parameters", "%s is missing: %s, in %s", name, symbol.meaning(), symbol.unit());
            }
        });
        return ordered;
    }

    private Parameter parameter(String path, ParameterText each, Symbol symbol) {
        if (!(each.value instanceof Double value)) {
            String remedy = "give a number: %s, in %s".formatted(symbol.meaning(), symbol.unit());
            throw json.wrong(path + ".value", each.value, remedy);
        }
        if (!symbol.unit().equals(each.unit)) {
            throw json.wrong(path + ".unit", each.unit, "it has to be \"%s\"".formatted(symbol.unit()));
        }
        Role role = Role.valueOf(word(path + ".role", each.role, ROLES));
        String source = json.text(path + ".source", each.source);
        return json.at(path, () -> new Parameter(symbol.name(), value, symbol.unit(), role, source, symbol.meaning()));
    }

    /// The variations of the file, or those of the machine that it is like which fit this machine too.
    private List<Variation> variations(Machine machine) {
        if (all.variations == null && like != null) {
            return like.variations().stream()
                    .filter(variation -> fits(variation, machine))
                    .toList();
        }
        Map<String, Variation> found = new LinkedHashMap<>();
        for (VariationText each : list(all.variations)) {
            String path = "$.variations[" + found.size() + "]";
            Variation variation = json.at(path, () -> variation(path, each, machine));
            if (found.put(variation.name(), variation) != null) {
                throw json.error(path, "variation \"%s\" is there twice; rename the second", variation.name());
            }
        }
        return List.copyOf(found.values());
    }

    private static boolean fits(Variation variation, Machine machine) {
        try {
            return variation.of(machine) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Variation variation(String path, VariationText each, Machine machine) {
        Map<String, String> set = new TreeMap<>();
        (each.set == null ? Map.<String, Object>of() : each.set).forEach((name, value) -> {
            boolean isNegative = value instanceof Double number && number < 0;
            if (isNegative) throw json.wrong(path + ".set." + name, value, "give a number of 0 or more, or a text");
            set.put(name, String.valueOf(value));
        });
        if (set.isEmpty() && list(each.without).isEmpty()) {
            throw new IllegalArgumentException("a variation changes nothing; give \"set\" or \"without\"");
        }
        Variation variation = new Variation(json.text(path + ".name", each.name), set, list(each.without));
        variation.of(machine);
        return variation;
    }
}
