// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jshmem.launch.OptionTable.Option;
import org.jshmem.launch.system.Refused;

/// The options that one command line has, by the names in [OptionTable], and the words behind them. A mistake throws
/// [Refused].
///
/// `--heap 1m` and `--heap=1m` are the same, `-n 2` and `-n2`, `-q -n 2` and `-qn2`. The word behind an option with a
/// value is its value, also with a hyphen. `--` ends the options, and so does the first word without a hyphen.
final class OptionValues {
    private final String[] words;
    private int next;
    private final Map<String, List<String>> values = new LinkedHashMap<>(); // by the first name of each option

    OptionValues(String... words) {
        this.words = words;
        while (next < words.length && words[next].length() > 1 && words[next].startsWith("-")) {
            String word = words[next++];
            if (word.equals("--")) break;
            take(word);
        }
    }

    private void take(String word) {
        int equals = word.indexOf('=');
        Option whole = OptionTable.find(word);
        Option named = equals < 0 ? null : OptionTable.find(word.substring(0, equals));
        if (whole != null) {
            add(whole, whole.takesValue() ? nextWord(whole) : "");
        } else if (named == null) {
            takeLetters(word);
        } else if (named.takesValue()) {
            add(named, word.substring(equals + 1));
        } else {
            throw new Refused("%s takes no value; remove '%s'".formatted(named.longestName(), word.substring(equals)));
        }
    }

    /// Takes options of one letter behind one hyphen, the last of which may have its value behind it.
    private void takeLetters(String word) {
        for (int i = 1; i < word.length(); i++) {
            Option option = OptionTable.find("-" + word.charAt(i));
            if (option == null) throw WrongOption.unknown(word);
            String rest = word.substring(i + 1);
            if (!option.takesValue()) {
                add(option, "");
            } else {
                add(option, rest.isEmpty() ? nextWord(option) : rest);
                return;
            }
        }
    }

    private String nextWord(Option option) {
        if (next < words.length) return words[next++];
        throw new Refused("%s needs a value, %s; 'oshrun --help' lists all options"
                .formatted(option.names().getFirst(), option.value()));
    }

    private void add(Option option, String value) {
        List<String> all = new ArrayList<>(all(option));
        all.addAll(option.commas() ? List.of(value.split(",", -1)) : List.of(value));
        values.put(option.names().getFirst(), all);
    }

    /// The words behind the options: the program and its arguments.
    List<String> rest() {
        return List.of(words).subList(next, words.length);
    }

    /// The first name of each option that is given, in order.
    Set<String> names() {
        return values.keySet();
    }

    boolean has(String name) {
        return !all(name).isEmpty();
    }

    /// The value of an option, the last one; null if it is not given.
    String text(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? null : all.getLast();
    }

    String text(String name, String otherwise) {
        return Objects.requireNonNullElse(text(name), otherwise);
    }

    /// The values of an option, in order; one of an option without a value is an empty text.
    List<String> all(String name) {
        return all(Objects.requireNonNull(OptionTable.find(name), name));
    }

    private List<String> all(Option option) {
        return values.getOrDefault(option.names().getFirst(), List.of());
    }

    /// The words of the given options of a section, in the order of [HelpText].
    List<String> words(String heading) {
        List<String> own = new ArrayList<>();
        for (Option option : OptionTable.sections().get(heading)) {
            for (String value : all(option)) {
                own.add(option.longestName());
                if (option.takesValue()) own.add(value);
            }
        }
        return own;
    }
}
