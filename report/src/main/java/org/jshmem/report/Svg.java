// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

/// Figures as SVG files, drawn by the scripts of the page: `charts.js` and the chart library, which can render without
/// a browser. Their text stays text.
public final class Svg {
    private static final int WIDTH = 820;
    private static final int HEIGHT = 460;

    /// Functions of a browser that the library refers to and never calls here.
    private static final String BROWSER = """
            var window = this, self = this;
            function setTimeout() { return 0; } function clearTimeout() {}
            """;

    private static final String RENDER = """
            (function () {
              var f = JSON.parse(second), keys = Charts.keys(JSON.parse(first)), size = { renderer: 'svg', ssr: true, width: %d, height: %d };
              var chart = echarts.init(null, null, size);
              chart.setOption(Charts.option(f, keys, 'light', size.width, true, false));
              var svg = chart.renderToSVGString();
              chart.dispose();
              return svg;
            })()""".formatted(WIDTH, HEIGHT);

    private Svg() {}

    /// Writes `id.svg` of each figure into the directory. It takes seconds, most of them to read the library.
    public static void write(Path directory, List<Figure> figures) throws IOException {
        if (figures.isEmpty()) return;
        Files.createDirectories(directory);
        try (Context context = Context.enter()) {
            ScriptableObject scope = scope(context, "echarts.min.js", "charts.js");
            for (Figure figure : figures) {
                String svg = evaluate(context, scope, RENDER, figures, figure);
                Files.writeString(directory.resolve(figure.id() + ".svg"), svg + "\n");
            }
        }
    }

    /// Evaluates an expression of `rows.js` to text, with some JSON in `first`, and a value as JSON in
    /// `second`.
    static String evaluate(String expression, String first, Object second) {
        try (Context context = Context.enter()) {
            ScriptableObject scope = scope(context, "rows.js");
            return evaluate(context, scope, expression, JsonParser.parseString(first), second);
        }
    }

    private static ScriptableObject scope(Context context, String... scripts) {
        context.setLanguageVersion(Context.VERSION_ES6);
        context.setInterpretedMode(true); // compiling the library takes twice as long as running it
        ScriptableObject scope = context.initStandardObjects();
        context.evaluateString(scope, BROWSER, "browser", 1, null);
        for (String name : scripts) context.evaluateString(scope, Page.resource(name), name, 1, null);
        return scope;
    }

    private static String evaluate(
            Context context, ScriptableObject scope, String expression, Object first, Object second) {
        scope.put("first", scope, Results.GSON.toJson(first));
        scope.put("second", scope, Results.GSON.toJson(second));
        return Context.toString(context.evaluateString(scope, expression, "expression", 1, null));
    }
}
