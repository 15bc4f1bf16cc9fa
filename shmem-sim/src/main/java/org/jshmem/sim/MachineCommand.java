// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.PrintStream;
import java.util.List;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The command `oshrun machine`: lists the machines, prints one as a machine file, or checks a machine file.
public final class MachineCommand implements BuiltIns {
    /// For the service loader, by which the launcher finds the command.
    public MachineCommand() {}

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.alone("machine", MachineCommand.class, "prints a simulated machine as a file, or checks a file")
                        .usage("[NAME | --check FILE]"));
    }

    /// Arguments: `[NAME | --check FILE]`.
    public static void main(String[] args) {
        int status = run(args, System.out, System.err);
        if (status != 0) System.exit(status);
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        try {
            if (args.length == 0) {
                for (String name : MachineFiles.names()) out.printf("%-12s %s%n", name, title(name));
            } else if (args.length == 2 && args[0].equals("--check")) {
                Machine machine = MachineFiles.read(args[1]);
                String most = "up to %d PEs".formatted(machine.architecture().mostPes(machine));
                int parameters = machine.parameters().size();
                out.printf("%s: %s, %d parameters, %s%n", args[1], machine.title(), parameters, most);
            } else if (args.length == 1 && !args[0].startsWith("-")) {
                out.print(MachineFiles.text(args[0]));
            } else {
                String given = String.join(" ", args);
                err.printf("oshrun: machine: got %s; give a name, --check FILE, or nothing%n", given);
                return BuiltIn.REFUSED;
            }
            return 0;
        } catch (IllegalArgumentException e) {
            err.println("oshrun: " + e.getMessage());
            return BuiltIn.REFUSED;
        }
    }

    /// The title of a machine, or the reason why it cannot be simulated.
    private static String title(String name) {
        try {
            return MachineFiles.named(name).title();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
