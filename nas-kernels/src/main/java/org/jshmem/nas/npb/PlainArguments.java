// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.util.LinkedHashMap;
import java.util.Map;

/// The arguments of most runs: `--option value` and `--option=value`, each option once.
/*
 * Picocli takes a tenth of the time of a short kernel in each PE, for it reads its 168 classes and reflects on every
 * option. So these arguments go to the options without it. All others go to picocli, which also words all refusals.
 */
final class PlainArguments {
    /// The only option without a value, except the help.
    static final String NO_PROGRESS = "--no-progress";

    private PlainArguments() {}

    /// Sets the options of `command`. Returns false for arguments that picocli is to parse instead.
    static boolean parse(KernelCommand command, String[] args) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            String option = args[i];
            String value = "true";
            int equals = option.indexOf('=');
            if (equals >= 0) {
                value = option.substring(equals + 1);
                option = option.substring(0, equals);
            } else if (!option.equals(NO_PROGRESS)) {
                if (++i == args.length) return false;
                value = args[i];
            }
            boolean plain = option.startsWith("-") && !value.isEmpty() && "-@\"'".indexOf(value.charAt(0)) < 0;
            if (!plain || values.put(option, value) != null) return false;
        }
        if (values.containsKey("-c") && values.containsKey("--class")) return false;
        if (!values.getOrDefault(NO_PROGRESS, "true").equals("true")) return false;
        try {
            for (Map.Entry<String, String> each : values.entrySet()) {
                if (!command.set(each.getKey(), each.getValue())) return false;
            }
        } catch (IllegalArgumentException wrongValue) {
            return false;
        }
        return true;
    }
}
