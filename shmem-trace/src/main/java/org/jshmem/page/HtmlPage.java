// SPDX-License-Identifier: Apache-2.0
package org.jshmem.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The frame of an HTML page that needs no other file: its head, style, warnings and facts.
public final class HtmlPage {
    private static final Pattern PART = Pattern.compile("\\{\\{(\\w+)}}");

    private HtmlPage() {}

    /// The page. `content` is HTML: data and scripts, which fill the elements `nav` and `main`.
    public static String of(String title, List<String> warnings, List<String> facts, String content) {
        Map<String, String> parts = Map.of(
                "title", escape(title),
                "style", resource(HtmlPage.class, "page.css"),
                "warnings", each("<p class=\"warn\">", warnings, "</p>\n"),
                "first", escape(facts.isEmpty() ? "how" : facts.getFirst()),
                "facts", each("<li>", facts, "</li>\n"),
                "content", content);
        return PART.matcher(resource(HtmlPage.class, "page.html"))
                .replaceAll(part -> Matcher.quoteReplacement(parts.get(part.group(1))));
    }

    private static String each(String before, List<String> lines, String after) {
        return lines.stream().map(line -> before + escape(line) + after).collect(Collectors.joining());
    }

    /// An element with a script that is a resource next to a class.
    public static String script(Class<?> beside, String name) {
        return "<script>\n" + resource(beside, name) + "\n</script>\n";
    }

    private static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("this build lacks the resource " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A text as HTML.
    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
