// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.util.List;
import org.jshmem.runtime.settings.Spelling;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Mechanism;
import org.jshmem.sim.cost.Parameter;

/// A machine as the options of a command line change it: `--set SYMBOL=VALUE` and `--without MECHANISM`. The message
/// for an unknown name has the nearest known one; where none is near, [Machine] lists all.
public final class MachineOptions {
    private MachineOptions() {}

    /// The machine with these settings and without these mechanisms.
    public static Machine changed(Machine machine, List<String> settings, List<String> mechanisms) {
        Machine changed = machine;
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals > 0) checkSymbol(machine, setting.substring(0, equals));
            changed = changed.with(setting);
        }
        for (String mechanism : mechanisms) {
            checkMechanism(machine, mechanism);
            changed = changed.without(mechanism);
        }
        return changed;
    }

    private static void checkSymbol(Machine machine, String symbol) {
        if (machine.knows(symbol)) return;
        var known = machine.parameters().stream().map(Parameter::symbol).toList();
        refuseIfNear(machine, "--set " + symbol, "parameter", symbol, known);
    }

    private static void checkMechanism(Machine machine, String mechanism) {
        var known = machine.architecture().mechanisms().stream()
                .map(Mechanism::name)
                .toList();
        if (known.contains(mechanism)) return;
        refuseIfNear(machine, "--without " + mechanism, "mechanism", mechanism, known);
    }

    private static void refuseIfNear(Machine machine, String option, String noun, String name, List<String> known) {
        Spelling.nearest(name, known).ifPresent(near -> {
            throw new IllegalArgumentException(
                    "%s: machine %s has no %s %s; nearest is %s".formatted(option, machine.name(), noun, name, near));
        });
    }
}
