// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;

/// Figures as SVG files, by the very scripts that draw them in the page: `charts.js` and the chart library, which can
/// render without a browser. Their text is text.
public final class Svg {
    private static final int WIDTH = 820;
    private static final int HEIGHT = 460;

    /// What the library expects of a browser and never uses here.
    private static final String BROWSER = """
            var window = this, self = this;
            function setTimeout() { return 0; } function clearTimeout() {}
            """;

    private static final String RENDER = """
            (function () {
              var f = JSON.parse(figure), o = Charts.option(f, JSON.parse(keys), 'light', width, true, false);
              var chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: width, height: height });
              chart.setOption(o);
              var svg = chart.renderToSVGString();
              chart.dispose();
              return svg;
            })()""";

    private Svg() {}

    /// Writes `id.svg` of each figure into the directory. Takes seconds: the library is read first.
    public static void write(Path directory, List<Figure> figures) throws IOException {
        if (figures.isEmpty()) return;
        Files.createDirectories(directory);
        try (Context context = Context.enter()) {
            context.setLanguageVersion(Context.VERSION_ES6);
            context.setInterpretedMode(true); // compiling the library takes twice as long as running it
            ScriptableObject scope = context.initStandardObjects();
            context.evaluateString(scope, BROWSER, "browser", 1, null);
            context.evaluateString(scope, Page.resource("echarts.min.js"), "echarts.min.js", 1, null);
            context.evaluateString(scope, Page.resource("charts.js"), "charts.js", 1, null);
            scope.put("width", scope, WIDTH);
            scope.put("height", scope, HEIGHT);
            scope.put("keys", scope, Results.GSON.toJson(new Keys(Page.colours(figures), Page.markers(figures))));
            for (Figure figure : figures) {
                scope.put("figure", scope, Results.GSON.toJson(figure));
                String svg = Context.toString(context.evaluateString(scope, RENDER, figure.id(), 1, null));
                Files.writeString(directory.resolve(figure.id() + ".svg"), svg + "\n");
            }
        }
    }

    /// What has colours and markers of its own.
    private record Keys(List<String> colours, List<String> markers) {}
}
