// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Copies the pages of the project to a folder in which javadoc finds them: the release's Javadoc has the documents
/// too.
///
/// `GuidePages ROOT FOLDER`. javadoc turns Markdown into HTML and does not change links, so this program changes
/// them.
public final class GuidePages {
    private static final List<String> SHOWN = List.of(
            "README.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "LICENSE",
            "CITATION.cff",
            "docs",
            "examples",
            "bench",
            "dist/Containerfile");

    /// A link to a file of the project, with or without an anchor.
    private static final Pattern FILE = Pattern.compile("\\[([^\\]]*)\\]\\(([^)#:\\s]+)(#[^)]+)?\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern HERE = Pattern.compile("\\]\\(#([^)]+)\\)");

    /// The interfaces of the Javadoc. The path from a page in `doc-files` to their folder has one `..` for each
    /// part of the page's path.
    private static final Path INTERFACES = Path.of("shmem-api/src/main/java/org/jshmem");

    private final Path root;
    private final Path folder;

    private GuidePages(Path root, Path folder) {
        this.root = root;
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException {
        new GuidePages(Path.of(args[0]), Path.of(args[1])).all();
    }

    private void all() throws IOException {
        for (String name : SHOWN) {
            try (Stream<Path> files = Files.walk(root.resolve(name))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!file.toString().contains("/target/")) copy(root.relativize(file));
                }
            }
        }
    }

    private void copy(Path file) throws IOException {
        Path from = root.resolve(file), to = folder.resolve(file);
        Files.createDirectories(to.getParent());
        if (!file.toString().endsWith(".md")) Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        else Files.writeString(to, page(file, Files.readString(from)));
    }

    private String page(Path page, String text) {
        String pages = FILE.matcher(text).replaceAll(link -> Matcher.quoteReplacement(link(page, link)));
        return HERE.matcher(pages).replaceAll(link -> "](#" + anchor(text, link.group(1)) + ")");
    }

    /// Returns the anchor of a heading in the Javadoc. javadoc replaces all characters between the words of a
    /// heading by one hyphen and adds `-heading1`. Markdown's readers drop most of these characters.
    private static String anchor(String text, String wanted) {
        if (text.contains("<a id=\"" + wanted + "\"")) return wanted;
        Matcher heading = HEADING.matcher(text);
        while (heading.find()) {
            String lower = heading.group(1).toLowerCase(Locale.ROOT);
            if (!lower.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-').equals(wanted)) continue;
            String words = lower.replace("`", "").replaceAll("[^\\p{L}\\p{N}_-]+$", "");
            return words.replaceAll("[^\\p{L}\\p{N}_-]+", "-") + "-heading1";
        }
        throw new IllegalArgumentException("no heading has the anchor #" + wanted + "; correct the link");
    }

    /// Returns a link with its target in the Javadoc. Sources are not in the Javadoc: only the link's text remains.
    private String link(Path page, MatchResult link) {
        Path target = page.resolveSibling(link.group(2)).normalize();
        if (!Files.exists(root.resolve(target))) {
            throw new IllegalArgumentException(
                    page + " links to " + target + ", which does not exist; correct the link");
        }
        if (target.startsWith(INTERFACES)) {
            String name = target.getFileName().toString().replace(".java", ".html");
            return "[%s](%s%s)".formatted(link.group(1), "../".repeat(page.getNameCount()), name);
        }
        if (Files.isDirectory(root.resolve(target)) || SHOWN.stream().noneMatch(target::startsWith))
            return link.group(1);
        if (!link.group(2).endsWith(".md")) return link.group();
        String anchor = link.group(3) == null
                ? ""
                : "#" + anchor(text(target), link.group(3).substring(1));
        return "[%s](%s.html%s)".formatted(link.group(1), link.group(2).replaceFirst("\\.md$", ""), anchor);
    }

    private String text(Path file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
