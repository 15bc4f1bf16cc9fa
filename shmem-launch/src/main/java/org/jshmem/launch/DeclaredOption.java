// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// An option of `oshrun`. The help declares it: a line such as `  -np, -n N` has its names and the word for its value.
/// The launcher reads them at each start, so without patterns and streams.
///
/// @param names the names; messages have the first one
/// @param label the word for the value; empty for a flag
record DeclaredOption(List<String> names, String label) {
    /// The help, without the parts that modules offer.
    static final String HELP = read("help.txt");

    static final List<DeclaredOption> ALL = new ArrayList<>();

    static {
        for (String line : HELP.split("\n")) if (line.startsWith("  -")) ALL.add(of(line.strip()));
    }

    private static DeclaredOption of(String line) {
        List<String> names = new ArrayList<>(List.of(line.replace(", ", " ").split(" ")));
        String label = names.getLast().startsWith("-") ? "" : names.removeLast();
        return new DeclaredOption(names, label);
    }

    /// A text of the launcher's own.
    static String read(String name) {
        try (InputStream in = DeclaredOption.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The option with this name, or null.
    static DeclaredOption named(String name) {
        for (DeclaredOption option : ALL) if (option.names.contains(name)) return option;
        return null;
    }

    /// The two words for which a word stands: an option and its value, as in `--heap=1m` and `-n2`, or an option and
    /// more of them, as in `-qn`. None if it stands for no options.
    static List<String> parts(String word) {
        int equals = word.indexOf('=');
        DeclaredOption before = equals < 0 ? null : named(word.substring(0, equals));
        if (before != null && !before.isFlag()) return List.of(word.substring(0, equals), word.substring(equals + 1));
        String letter = word.substring(0, 2);
        String rest = word.substring(2);
        DeclaredOption option = named(letter);
        if (option == null) return List.of();
        if (!option.isFlag()) return List.of(letter, rest);
        boolean isKnown = named("-" + rest) != null || !parts("-" + rest).isEmpty();
        return isKnown ? List.of(letter, "-" + rest) : List.of();
    }

    String name() {
        return names.getFirst();
    }

    boolean isFlag() {
        return label.isEmpty();
    }
}
