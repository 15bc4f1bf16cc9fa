// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Lays the pages of the project where javadoc finds them: the release's Javadoc has the documents too.
///
/// `GuidePages ROOT FOLDER`. javadoc turns Markdown into HTML and leaves links as they are, so they are changed here.
public final class GuidePages {
    private static final List<String> SHOWN = List.of(
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "CITATION.cff", "docs", "examples", "bench");

    /// A link to a page of the project, with or without an anchor.
    private static final Pattern PAGE = Pattern.compile("\\]\\(([^)#:]+)\\.md(#[^)]+)?\\)");

    private static final Pattern HERE = Pattern.compile("\\]\\(#([^)]+)\\)");

    private GuidePages() {}

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]), folder = Path.of(args[1]);
        for (String name : SHOWN) {
            try (Stream<Path> files = Files.walk(root.resolve(name))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (!file.toString().contains("/target/")) copy(file, folder.resolve(root.relativize(file)));
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        if (!from.toString().endsWith(".md")) Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        else Files.writeString(to, page(Files.readString(from)));
    }

    /// javadoc gives each heading the name that Markdown's readers know, and `-heading1` after it.
    static String page(String text) {
        String pages = PAGE.matcher(text).replaceAll(link -> {
            String anchor = link.group(2) == null ? "" : link.group(2) + "-heading1";
            return "](" + link.group(1) + ".html" + anchor + ")";
        });
        return HERE.matcher(pages).replaceAll(link -> {
            boolean named = text.contains("<a id=\"" + link.group(1) + "\"");
            return "](#" + link.group(1) + (named ? "" : "-heading1") + ")";
        });
    }
}
