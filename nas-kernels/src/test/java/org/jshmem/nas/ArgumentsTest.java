// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.nas.npb.KernelCommand;
import org.jshmem.nas.npb.PlainParsing;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Plain arguments set the same options to the same values as picocli does, and no others are taken for plain.
class ArgumentsTest {
    /// Values of options that are not mere texts.
    private static final Map<Class<?>, String> SAMPLES =
            Map.of(Integer.class, "7", Double.class, "0.25", KernelCommand.Format.class, "csv");

    private static KernelCommand make(String kernel) throws ReflectiveOperationException {
        var constructor = Class.forName("org.jshmem.nas." + kernel.toLowerCase() + "." + kernel)
                .getDeclaredConstructor();
        constructor.setAccessible(true);
        return (KernelCommand) constructor.newInstance();
    }

    private static List<String> values(KernelCommand command) {
        List<String> values = new ArrayList<>();
        for (OptionSpec option : new CommandLine(command).getCommandSpec().options())
            values.add(option.longestName() + "=" + option.getValue());
        return values;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cg", "Ep", "Ft", "Is", "Mg", "Sp"})
    void everyOptionIsSetAsByPicocli(String kernel) throws Exception {
        CommandLine line = new CommandLine(make(kernel));
        assertEquals(line.getCommandName(), make(kernel).name());
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (option.usageHelp()) continue;
            for (String name : option.names()) {
                String value = SAMPLES.getOrDefault(option.type(), "sample");
                String[][] forms = option.arity().max() == 0
                        ? new String[][] {{name}}
                        : new String[][] {{name, value}, {name + "=" + value}};
                for (String[] form : forms) {
                    KernelCommand plain = make(kernel);
                    KernelCommand picocli = make(kernel);
                    assertTrue(PlainParsing.parse(plain, form), String.join(" ", form));
                    new CommandLine(picocli).parseArgs(form);
                    assertEquals(values(picocli), values(plain), String.join(" ", form));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--class A --help",
                "--class",
                "--class=",
                "--class A --class B",
                "-c A --class B",
                "-cA",
                "--clas A",
                "--class --no-progress",
                "--iterations x",
                "--iterations -1",
                "--format xml",
                "--no-progress=false",
                "A --class",
                "@file --class"
            })
    void otherArgumentsAreLeftToPicocli(String args) throws Exception {
        assertFalse(PlainParsing.parse(make("Cg"), args.split(" ")));
    }
}
