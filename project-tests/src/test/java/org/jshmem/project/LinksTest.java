// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.contract.Pages;
import org.junit.jupiter.api.Test;

/// The documents lead somewhere: links, their anchors, and every file, folder, test class, program and option that a
/// page names.
class LinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)#:]*)(?:#([^):]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");

    /// Paths from the root of the project: in prose, in tables and in code.
    private static final Pattern PATH = Pattern.compile("(?<![\\w/.$~-])((?:docs|bench|bin|examples|dist|bom|\\.ci"
            + "|shmem-[a-z]+|fidelity|microbench|nas-kernels|gcmc|report)/[\\w.*/-]*[\\w*/])");

    private static final Pattern ELSEWHERE = Pattern.compile("(?<![\\w.$~/-])/(?:home|root|Users|work)/[\\w.-]+");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]+`");
    private static final Pattern COMMAND = Pattern.compile("(?<=[/ `(\n])(?:oshrun|jshrun) ([-\\w][^`\n|;)#&>']*)");

    /// Rows of the tables of options, and of programs and commands.
    private static final Pattern OPTIONS = Pattern.compile("(?m)^\\| ((?:`-[^`]+`(?:, )?)+) \\|");

    private static final Pattern PROGRAM = Pattern.compile("(?m)^\\| `([a-z]+)` \\|");

    @Test
    void linksLeadToPagesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (!Files.exists(target)
                        || link.group(2) != null && !anchors(target).contains(link.group(2)))
                    broken.add(
                            page + " links to " + link.group(1) + (link.group(2) == null ? "" : "#" + link.group(2)));
            }
        }
        assertEquals(List.of(), broken);
    }

    @Test
    void filesThatPagesNameExist() throws IOException {
        List<String> absent = new ArrayList<>();
        int named = 0;
        for (Path page : Pages.all()) {
            Matcher path = PATH.matcher(FENCED.matcher(Files.readString(page)).replaceAll(""));
            while (path.find()) {
                named++;
                String name = path.group(1);
                if (name.contains("*") || name.contains("NAME")) continue; // a family of files
                if (name.contains("target")) continue; // built
                if (name.endsWith(".jsonl")) continue; // what a command writes
                if (!Files.exists(ROOT.resolve(name))) absent.add(page + " names " + name);
            }
        }
        assertEquals(List.of(), absent);
        assertTrue(named > 60, named + " files are named: does the pattern find them?");
    }

    @Test
    void theArchiveHasTheFilesToWhichItsPagesLink() throws IOException {
        String assembly = Files.readString(ROOT.resolve("dist/folder.xml"));
        List<PathMatcher> packed = Pattern.compile("<include>(.*?)</include>|<directory>../(bin)</directory>")
                .matcher(assembly)
                .results()
                .map(found -> found.group(1) != null ? found.group(1) : found.group(2) + "/**")
                .map(pattern -> ROOT.getFileSystem().getPathMatcher("glob:../" + pattern.replace("**/", "{,**/}")))
                .toList();
        Predicate<Path> has = file -> packed.stream().anyMatch(pattern -> pattern.matches(file));
        List<String> absent = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher link = LINK.matcher(has.test(page) ? Files.readString(page) : "");
            while (link.find()) {
                Path target = page.resolveSibling(link.group(1)).normalize();
                if (link.group(1).isEmpty()) continue;
                try (Stream<Path> files = Files.walk(target)) {
                    if (files.noneMatch(has)) absent.add(page + " links to " + link.group(1));
                }
            }
        }
        assertEquals(List.of(), absent);
    }

    @Test
    void noPageNamesAFolderOfItsAuthor() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher path = ELSEWHERE.matcher(Files.readString(page));
            while (path.find()) found.add(page + " names " + path.group());
        }
        assertEquals(List.of(), found);
    }

    @Test
    void readmesFirstProgramIsAnExample() throws Exception {
        String readme = Files.readString(ROOT.resolve("README.md"));
        int at = readme.indexOf("class Pass ");
        assertTrue(at >= 0, "README.md has no class Pass");
        String program = readme.substring(readme.lastIndexOf("```java\n", at) + 8, readme.indexOf("```", at));
        assertTrue(
                Files.readString(ROOT.resolve("examples/Pass.java")).endsWith(program), "examples/Pass.java differs");
    }

    /// A command of the past fails here: docs/reference/cli.md, which other tests hold, has those of today.
    @Test
    void commandsOfPagesHaveProgramsAndOptionsThatExist() throws IOException {
        String reference = Files.readString(ROOT.resolve("docs/reference/cli.md"));
        Map<String, Boolean> takesValue = new HashMap<>();
        for (MatchResult row : OPTIONS.matcher(reference).results().toList()) {
            boolean value = row.group(1).matches(".*`[^`]+ [^`]+`");
            for (String name : row.group(1).split(", ")) takesValue.put(name.split("[` ]+")[1], value);
        }
        Set<String> programs = PROGRAM.matcher(reference)
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        programs.add("app"); // stands for any program
        List<String> unknown = new ArrayList<>();
        int commands = 0;
        for (Path page : Pages.all()) {
            for (MatchResult code :
                    CODE.matcher(Files.readString(page)).results().toList()) {
                for (MatchResult command :
                        COMMAND.matcher(code.group()).results().toList()) {
                    commands++;
                    String wrong = firstUnknown(command.group(1).split(" +"), takesValue, programs);
                    if (wrong != null) unknown.add("%s: %s in %s".formatted(page, wrong, command.group()));
                }
            }
        }
        assertEquals(List.of(), unknown);
        assertTrue(commands > 200, commands + " commands: does the pattern find them?");
    }

    /// The first option, or the lower-case name of a program, that is not in these; null if all are.
    private static String firstUnknown(String[] words, Map<String, Boolean> takesValue, Set<String> programs) {
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            if (word.equals("--") || word.isEmpty()) return null;
            if (!word.startsWith("-")) return word.matches("[a-z]+") && !programs.contains(word) ? word : null;
            if (!takesValue.containsKey(word)) return word;
            if (takesValue.get(word)) i++;
        }
        return null;
    }

    /// The names that headings get where Markdown is shown.
    private static Set<String> anchors(Path page) throws IOException {
        Matcher heading = HEADING.matcher(FENCED.matcher(Files.readString(page)).replaceAll(""));
        Set<String> anchors = new TreeSet<>();
        while (heading.find()) {
            anchors.add(heading.group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-'));
        }
        Matcher named = NAMED.matcher(Files.readString(page));
        while (named.find()) anchors.add(named.group(1));
        return anchors;
    }
}
