// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The completion for `source <(oshrun completion)` in bash and zsh. No other class of the launcher loads picocli,
/// which
/// would take 27 ms of a start.
final class Completion {
    private Completion() {}

    static String text() {
        CommandSpec spec = CommandSpec.create();
        for (DeclaredOption option : DeclaredOption.ALL) {
            var builder = OptionSpec.builder(option.names().toArray(String[]::new));
            spec.addOption(
                    builder.type(option.isFlag() ? boolean.class : String.class).build());
        }
        return AutoComplete.bash("oshrun", new CommandLine(spec));
    }
}
