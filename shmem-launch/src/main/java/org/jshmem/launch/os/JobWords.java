// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// The hosts and the words of a job's command line, as an environment variable carries them to the launchers of its
/// hosts. An engine would read some words as its own, such as `:`, and would make copies of all.
///
/// @param hosts the hosts with their slots, as `--hosts` has them
/// @param words the words of the command line
public record JobWords(String hosts, List<String> words) {
    /// The only word of the command line of a launcher of one host; not for users.
    public static final String OPTION = "--placement";

    /// The variable. Its letters are ASCII, since hosts may have other locales.
    public static final String VARIABLE = "JSHMEM_WORDS";

    /// The most bytes that the kernel passes as one variable, with the name and a zero at the end.
    private static final int MOST_BYTES = (128 << 10) - VARIABLE.length() - 2;

    private static final char END = '\0';

    /// The value of the variable.
    public String text() {
        var all = new StringBuilder(hosts).append(END);
        for (String word : words) all.append(word).append(END);
        String text = Base64.getEncoder().encodeToString(all.toString().getBytes(StandardCharsets.UTF_8));
        String much = "the hosts and the words of the command line have %d bytes, and %d reach other hosts; write long"
                + " arguments to a file that all hosts have";
        Refused.when(text.length() > MOST_BYTES, much, text.length() / 4 * 3, MOST_BYTES / 4 * 3);
        return text;
    }

    /// Reads the variable. Throws if it is not set.
    public static JobWords of(Map<String, String> environment) {
        String text = environment.get(VARIABLE);
        Refused.when(text == null, OPTION + " is for the launchers that an engine starts; use --hosts");
        String all = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        List<String> parts = new ArrayList<>(Arrays.asList(all.split("\0", -1)));
        parts.removeLast();
        return new JobWords(parts.removeFirst(), parts);
    }
}
