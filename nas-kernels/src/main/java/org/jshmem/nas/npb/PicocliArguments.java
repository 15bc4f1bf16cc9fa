// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import org.jshmem.report.ParsingErrors;
import picocli.CommandLine;

/// The arguments of a kernel, parsed by picocli, and its help. A run that needs neither does not load picocli.
final class PicocliArguments {
    private PicocliArguments() {}

    /// Sets the options of `command`, and prints its help if they ask for it and this PE `prints`; refuses arguments
    /// that are wrong.
    static void parse(KernelCommand command, String[] args, boolean prints) {
        CommandLine line = new CommandLine(command);
        try {
            line.parseArgs(args);
        } catch (CommandLine.ParameterException e) {
            throw command.refused(ParsingErrors.text(e));
        }
        if (command.help && prints) line.usage(System.out);
    }
}
