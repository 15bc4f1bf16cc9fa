// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The rules of language in CONTRIBUTING.md, as far as a test can hold them: user pages, the Javadoc of the public
/// packages, messages and options have no banned word; pages have no evidence and no endless line.
class WordsTest {
    private static final Path ROOT = Path.of("..");
    private static final int MOST_WORDS = 26_000;
    private static final int LONGEST_LINE = 200;
    private static final int README_LINES = 150;
    private static final int FIRST_PROGRAM = 45;

    /// Words that hide the actor.
    private static final String HIDING =
            "\\b(whoever|whatever|nobody|somebody|in (the )?place of|(is|are) (said|told)|goes by|so many|beside|some twenty"
                    + "|hand-over)\\b|(^|[.;] )(Who|What|Whatever|Whoever)\\b(?!.*\\?)";

    private static final Pattern ACTORLESS = Pattern.compile(HIDING);

    /// These, and words that readers stumble over who do not program.
    private static final Pattern BANNED = Pattern.compile(HIDING + "|\\b(is no (?!longer)[a-z]+|baton)\\b");

    /// Remedies that are none, in messages and in the texts of options.
    private static final Pattern VAGUE = Pattern.compile(
            "\\b(give one(?! of)|leave [a-z]+ (out|away)|leave out|known are|mend|check the count|makes no sense)\\b");

    private static final Pattern COMMENT = Pattern.compile("(?:^\\s*\\*|(?:^\\s*|[;{}] )///?) (.*)$");

    /// Names of classes that a reader has to guess.
    private static final Set<String> RIDDLES =
            Set.of("Stillborn", "Deal", "Dice", "Story", "Leaving", "Fates", "Whole", "Drawn", "Spent", "Here", "Held");

    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /// Dates, roles and test classes belong to measurements and internals.
    private static final Pattern EVIDENCE = Pattern.compile("\\b(20\\d\\d-\\d\\d-\\d\\d|SEEN|HELD)\\b");

    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\([^)]*\\)");

    @Test
    void userPagesUseTheWordsOfTheTrade() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : userPages()) {
            int number = 0;
            for (String line : prose(page)) {
                number++;
                if (line.startsWith("#") || line.contains("No sentence begins")) continue;
                String place = ROOT.relativize(page) + " line " + number + " of its prose: ";
                find(place, line, line, found, BANNED, EVIDENCE);
                if (!line.startsWith("|") && line.length() > LONGEST_LINE) found.add(place + "too long: " + line);
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void oneSentenceSaysWhatASignalAndAnAtomicOrder() throws IOException {
        String sentence =
                "A signal or an atomic update is visible on its PE after all earlier updates of the same context to"
                        + " that PE.";
        for (String place : List.of(
                "docs/reference/ordering.md",
                "shmem-api/src/main/java/org/jshmem/SymArray.java",
                "shmem-api/src/main/java/org/jshmem/Signal.java",
                "shmem-api/src/main/templates/org/jshmem/SymTypes.java"))
            assertTrue(Files.readString(ROOT.resolve(place)).contains(sentence), place);
    }

    @Test
    void userPagesTogetherAreReadable() throws IOException {
        int words = 0;
        for (Path page : userPages()) {
            for (String line : prose(page))
                words += line.isBlank() ? 0 : line.strip().split("\\s+").length;
        }
        assertTrue(words <= MOST_WORDS, words + " words on user pages; at most " + MOST_WORDS);
        assertTrue(words > MOST_WORDS / 4, words + " words: are these all user pages?");
    }

    @Test
    void readmeIsAPageAndBeginsWithAProgram() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        assertTrue(lines.size() <= README_LINES, lines.size() + " lines");
        assertTrue(lines.indexOf("public class Pass {") + 1 <= FIRST_PROGRAM, "the first program is too far down");
        String text = String.join("\n", lines);
        int terms = text.indexOf("**PEs** (processing elements)");
        assertTrue(terms >= 0 && terms == text.indexOf("PE") - "**".length(), "PE is used before it is explained");
        String program = "import org.jshmem.*;\n"
                + text.split("import org.jshmem.*;\n", 2)[1].split("```", 2)[0];
        assertTrue(
                Files.readString(ROOT.resolve("examples/Pass.java")).endsWith(program), "examples/Pass.java differs");
    }

    @Test
    void javadocOfThePublicPackagesUsesTheSameWords() throws IOException {
        List<String> found = new ArrayList<>();
        for (String folder : List.of(
                "shmem-api/src/main/java/org/jshmem",
                "shmem-api/src/main/templates/org/jshmem",
                "shmem-junit/src/main/java/org/jshmem/junit")) {
            for (Path source : list(ROOT.resolve(folder), ".java")) {
                if (folder.endsWith("junit") && !source.endsWith("ShmemTest.java")) continue; // the rest is not public
                for (String line : Files.readAllLines(source)) {
                    if (!line.strip().startsWith("///")) continue;
                    find(source.getFileName() + ": ", plain(line.strip().substring(3)), line, found, BANNED);
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void messagesAndOptionsUseTheSameWords() throws IOException {
        List<String> found = new ArrayList<>();
        int texts = 0;
        for (Path source : sources()) {
            for (String line : Files.readAllLines(source)) {
                if (line.strip().startsWith("//")) continue;
                Matcher literal = LITERAL.matcher(line.split(" // ", 2)[0]);
                while (literal.find()) {
                    if (literal.group(1).indexOf(' ') > 0) texts++;
                    find(source.getFileName() + ": ", literal.group(1), line, found, BANNED, VAGUE);
                }
            }
        }
        for (String line : Help.text().split("\n")) {
            texts++;
            find("Help: ", line, line, found, BANNED, VAGUE);
        }
        assertEquals(List.of(), found);
        assertTrue(texts > 900, texts + " texts: are these all sources?");
    }

    @Test
    void commentsNameTheirActors() throws IOException {
        List<String> found = new ArrayList<>();
        int comments = 0;
        for (Path source : sources("src/main/java", "src/main/templates", "src/main/codegen")) {
            for (String line : Files.readAllLines(source)) {
                Matcher comment = COMMENT.matcher(line);
                if (!comment.find()) continue;
                comments++;
                find(source.getFileName() + ": ", plain(comment.group(1)), line, found, ACTORLESS);
            }
        }
        assertEquals(List.of(), found);
        assertTrue(comments > 4_000, comments + " lines of comments: are these all sources?");
    }

    @Test
    void oneNounIsOneClassInTheWholeProject() throws IOException {
        List<String> names = sources().stream()
                .map(source -> source.getFileName().toString().replace(".java", ""))
                .filter(name -> !name.equals("package-info"))
                .toList();
        assertTrue(names.size() > 300, names.size() + " classes: are these all sources?");
        List<String> twice = names.stream()
                .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
                .distinct()
                .toList();
        assertEquals(List.of(), twice);
        assertEquals(List.of(), names.stream().filter(RIDDLES::contains).toList());
    }

    /// Adds all that the patterns find in a text, which is a part of `line`.
    private static void find(String place, String text, String line, List<String> found, Pattern... patterns) {
        for (Pattern pattern : patterns) {
            Matcher m = pattern.matcher(text);
            while (m.find()) found.add(place + "'" + m.group().strip() + "' in: " + line.strip());
        }
    }

    /// The main sources of all modules, without templates and generators.
    private static List<Path> sources() throws IOException {
        return sources("src/main/java");
    }

    /// The Java files of all modules in these folders.
    private static List<Path> sources(String... folders) throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path folder : modules.flatMap(module -> Stream.of(folders).map(module::resolve))
                    .toList()) {
                if (!Files.isDirectory(folder)) continue;
                try (Stream<Path> files = Files.walk(folder)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        return sources;
    }

    /// The pages that are written for users; measurements, internals and the boards are not.
    private static List<Path> userPages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md")) {
            pages.add(ROOT.resolve(name));
        }
        for (String folder : List.of("docs", "docs/guides", "docs/reference")) {
            pages.addAll(list(ROOT.resolve(folder), ".md"));
        }
        pages.remove(ROOT.resolve("docs/results.md")); // figures with their dates
        for (String name : List.of("README.md", "races.md", "own-machine.md"))
            pages.add(ROOT.resolve("docs/simulator").resolve(name));
        return pages;
    }

    private static List<Path> list(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /// A page without programs, outputs, code and the targets of links.
    private static List<String> prose(Path page) throws IOException {
        String text = FENCED.matcher(Files.readString(page)).replaceAll("");
        return text.lines().map(WordsTest::plain).toList();
    }

    private static String plain(String line) {
        return LINK.matcher(CODE.matcher(line).replaceAll("X")).replaceAll("]");
    }
}
