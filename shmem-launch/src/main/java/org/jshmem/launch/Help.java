// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jshmem.launch.program.ModuleServices;
import org.jshmem.start.BuiltIn;
import picocli.CommandLine;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The tables of the help text: options in groups, examples, commands, variables and files. `--help` and `man` print
/// the same tables.
final class Help {
    record Item(String term, String meaning) {}

    static final List<Item> COMMANDS = List.of(
            new Item("doctor", "Check whether this machine can run jobs, and print what to do where it cannot"),
            new Item("classpath", "Print the class path to compile programs with: javac -cp $(oshrun classpath) ..."),
            new Item("completion", "Print completions for the shell: source <(oshrun completion)"),
            new Item("man", "Print this manual: oshrun man | man -l -"));

    static final List<Item> EXAMPLES = List.of(
            new Item("oshrun -np 4 Hello.java", "compiles one source file and runs it as 4 PEs"),
            new Item("oshrun -np 8 -cp app.jar org.example.Main 100", "runs a main class with an argument"),
            new Item(
                    "oshrun -np 4 --timeout 10s --tag-output app.jar",
                    "names the PEs that hang, and the PE of each line"),
            new Item("oshrun --hosts a:8,b:8 -np 16 app.jar", "runs on two hosts, which ssh reaches"),
            new Item("oshrun -np 60 --machine knc pgas broadcast", "runs on a simulated Xeon Phi"));

    static final List<Item> ENVIRONMENT = List.of(
            new Item("SHMEM_SYMMETRIC_SIZE", "bytes of each PE's symmetric heap, where --heap is not given"),
            new Item("SHMEM_INFO", "set: PE 0 prints all variables of the library with their values"),
            new Item("JSHMEM_TUNED", "1: algorithms are chosen by the calibration of this host, or of the machine"),
            new Item("JSHMEM_JAVA_HOME, JAVA_HOME", "the JDK, looked for in this order, then on PATH"),
            new Item("CLASSPATH", "class path of the program, where -cp is not given"),
            new Item("SHMEM_*, JSHMEM_*, SMA_*, UCX_*", "reach the PEs of other hosts too; others by -x"));

    static final List<Item> FILES = List.of(
            new Item("/dev/shm", "where the job file is created; it has no name and disappears with its job"),
            new Item("~/.cache/jshmem, target/cds", "class-data archives that make JVMs start faster; may be deleted"),
            new Item("~/.config/jshmem/calibration.json", "written by oshrun calibrate"),
            new Item("~/.ssh/config", "how hosts are reached, as ssh reads it"));

    private static final Map<String, String> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("Job", "-np --heap --heap-dir -x --wdir --timeout --time-limit --trace --trace-size");
        GROUPS.put("JVMs and cores", "-cp -J --jvms --threads --share-classes --bind-to --report-bindings --argfile");
        GROUPS.put("Several hosts", "--hosts --hostfile -N --map-by --launch-agent --host-timeout --wire");
        GROUPS.put("Output and debugging", "--tag-output --output-filename -q --debug");
        GROUPS.put("Running jobs", "--ps --json --inspect --kill");
        GROUPS.put("Simulator", "--machine --seed --late-puts --races --set --place --without --compute --summary");
        GROUPS.put("Other", "-h -V");
    }

    private Help() {}

    /// The options of each group, found by their first names.
    static Map<String, List<OptionSpec>> groups(CommandSpec spec) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        GROUPS.forEach((heading, names) -> groups.put(
                heading, Stream.of(names.split(" ")).map(spec::findOption).toList()));
        return groups;
    }

    static String text(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        line.setSeparator(" "); // as a user types them
        CommandLine.Help help = line.getHelp();
        var text = new StringBuilder("Usage: ").append(help.customSynopsis()).append(help.description());
        items(text, "Examples", EXAMPLES);
        groups(spec).forEach((heading, options) -> {
            Layout layout = help.createDefaultLayout();
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append("\n%s:\n%s".formatted(heading, layout));
        });
        List<Item> programs = new ArrayList<>();
        for (BuiltIn program : ModuleServices.programs().values())
            programs.add(new Item(program.name(), program.help()));
        items(text, "Built-in programs", programs);
        items(text, "Other commands", COMMANDS);
        items(text, "Exit status", statuses(spec));
        List<String> machines = ModuleServices.machines();
        if (!machines.isEmpty()) text.append("\nMachines: %s\n".formatted(String.join(", ", machines)));
        return text.toString();
    }

    /// The text for a command, or for a built-in program that prints none of its own.
    static Optional<String> of(String name) {
        for (Item command : COMMANDS) {
            if (command.term.equals(name))
                return Optional.of("Usage: oshrun %s%n%s%n".formatted(name, command.meaning));
        }
        return ModuleServices.program(name)
                .filter(p -> p.usage() != null)
                .map(p -> "Usage: oshrun %s%s%n%s.%n"
                        .formatted(
                                p.alone() ? "" : "-np N ",
                                (name + " " + p.usage()).strip(),
                                p.help().substring(0, 1).toUpperCase(Locale.ROOT)
                                        + p.help().substring(1)));
    }

    static List<Item> statuses(CommandSpec spec) {
        List<Item> items = new ArrayList<>();
        spec.usageMessage().exitCodeList().forEach((code, meaning) -> items.add(new Item(code, meaning)));
        return items;
    }

    private static void items(StringBuilder text, String heading, List<Item> items) {
        boolean examples = items == EXAMPLES;
        text.append("\n%s:\n".formatted(heading));
        for (Item item : items) {
            text.append((examples ? "  %s%n      %s%n" : "  %-12s %s%n").formatted(item.term(), item.meaning()));
        }
    }
}
