// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Files of results: JSON lines, or CSV for a name that ends in `.csv`. Both hold all components and can be read back.
///
/// A CSV column is the path of a JSON value, such as `where.machine`; lists and maps are JSON in their cell.
public final class Results {
    static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private static final char COMMENT = '#';

    static final List<String> COLUMNS = List.of("""
            benchmark variant access source role pairs bytes parameters time.unit time.launches time.operations time.min
            time.median time.low time.high time.p99 time.overhead megabytesPerSecond tails.operations tails.p50 tails.p99
            tails.p999 tails.max tails.clock overPes.min overPes.avg overPes.max overPes.skew marks measured limits
            warmAfter outside where.machine where.virtual where.cpu where.cores where.npes where.jvms where.hosts
            where.backend where.jdk where.commit where.date time.medians time.histogram""".split("\\s+"));

    private static final String HISTOGRAM = "time.histogram";

    private Results() {}

    public static String json(Result result) {
        return GSON.toJson(result);
    }

    /// Any value as JSON that is valid inside a script element.
    static String script(Object value) {
        return GSON.toJson(value).replace("<", "\\u003c");
    }

    /// Reads a file that [#write] or [#append] wrote. Throws an IllegalArgumentException that names the first
    /// invalid line.
    public static List<Result> read(Path file) throws IOException {
        return isCsv(file) ? fromCsv(Files.readString(file), file.toString()) : fromLines(file);
    }

    /// Replaces the file.
    public static void write(Path file, List<Result> results) throws IOException {
        Files.deleteIfExists(file);
        append(file, results);
    }

    /// Appends to the file, which is created if needed. Throws IllegalArgumentException as [#checkAppend] does.
    public static void append(Path file, List<Result> results) throws IOException {
        String text = isCsv(file)
                ? csv(results, !appendable(file))
                : results.stream().map(result -> json(result) + "\n").collect(Collectors.joining());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// Appends the rows that no mark calls bad, as [#append] does. Returns their number.
    public static int record(Path file, List<Result> results) throws IOException {
        List<Result> steady = results.stream().filter(Result::isSteady).toList();
        append(file, steady);
        return steady.size();
    }

    /// Throws IllegalArgumentException with the reason if [#append] would fail.
    public static void checkAppend(Path file) {
        Path there = Files.exists(file) ? file : file.toAbsolutePath().getParent();
        if (!Files.isWritable(there)) {
            throw new IllegalArgumentException(file + " cannot be written; name a file that can");
        }
        try {
            appendable(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read; name another file", e);
        }
    }

    /// Whether the file holds anything yet. Throws IllegalArgumentException if its columns are not those of
    /// [#COLUMNS], since appended rows would then be read under wrong names.
    private static boolean appendable(Path file) throws IOException {
        if (!Files.exists(file)) return false;
        String header;
        try (Stream<String> lines = Files.lines(file)) {
            header = lines.filter(line -> !line.isBlank() && !line.startsWith(COMMENT + ""))
                    .findFirst()
                    .orElse("");
        }
        if (header.isEmpty()) return false;
        if (isCsv(file) && !header.equals(String.join(",", COLUMNS))) {
            throw new IllegalArgumentException(file + " has other columns than the results of this version, from '"
                    + firstDifference(header) + "' on; name another file");
        }
        return true;
    }

    private static String firstDifference(String header) {
        String[] there = header.split(",", -1);
        for (int k = 0; k < COLUMNS.size(); k++) {
            if (k >= there.length || !there[k].equals(COLUMNS.get(k))) return COLUMNS.get(k);
        }
        return there[COLUMNS.size()];
    }

    private static boolean isCsv(Path file) {
        return file.toString().endsWith(".csv");
    }

    private static List<Result> fromLines(Path file) throws IOException {
        var results = new ArrayList<Result>();
        List<String> lines = Files.readAllLines(file);
        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k);
            if (line.isBlank() || line.charAt(0) == COMMENT) continue;
            results.add(result(file + ":" + (k + 1), () -> JsonParser.parseString(line)));
        }
        return results;
    }

    /// The results as CSV, with or without the line of column names.
    public static String csv(List<Result> results, boolean header) {
        return csv(results, header, COLUMNS);
    }

    /// The results as CSV without the histograms, one of which fills the screen of a terminal.
    public static String shortCsv(List<Result> results, boolean header) {
        return csv(results, header, COLUMNS.subList(0, COLUMNS.indexOf(HISTOGRAM)));
    }

    private static String csv(List<Result> results, boolean header, List<String> columns) {
        var text = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            if (header) writer.writeRecord(columns);
            for (Result result : results) {
                JsonObject object = GSON.toJsonTree(result).getAsJsonObject();
                writer.writeRecord(
                        columns.stream().map(column -> cell(object, column)).toList());
            }
        } catch (IOException e) {
            throw new AssertionError("a string cannot be written", e);
        }
        return text.toString();
    }

    private static String cell(JsonElement object, String column) {
        JsonElement at = object;
        for (String name : column.split("\\.")) {
            if (at == null || !at.isJsonObject()) return "";
            at = at.getAsJsonObject().get(name);
        }
        if (at == null || at.isJsonNull()) return "";
        return at.isJsonPrimitive() ? at.getAsString() : GSON.toJson(at);
    }

    /// Reads the output of [#csv]; `name` is for messages.
    public static List<Result> fromCsv(String text, String name) {
        var results = new ArrayList<Result>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder()
                .skipEmptyLines(true)
                .commentStrategy(CommentStrategy.SKIP)
                .commentCharacter(COMMENT)
                .ofNamedCsvRecord(text)) {
            for (NamedCsvRecord row : reader) {
                results.add(result(name + ":" + row.getStartingLineNumber(), () -> tree(row.getFieldsAsMap())));
            }
        } catch (CsvParseException | IllegalStateException e) { // a quote that is not closed, a column named twice
            throw new IllegalArgumentException(name + " is no CSV, " + firstLine(e), e);
        } catch (IOException e) {
            throw new AssertionError("a string cannot be read", e);
        }
        return results;
    }

    private static JsonElement tree(Map<String, String> cells) {
        var root = new JsonObject();
        cells.forEach((column, text) -> {
            if (text.isEmpty() && column.indexOf('.') >= 0) return; // a component that is null
            JsonObject at = root;
            String[] path = column.split("\\.");
            for (int k = 0; k + 1 < path.length; k++) {
                if (!at.has(path[k])) at.add(path[k], new JsonObject());
                at = at.getAsJsonObject(path[k]);
            }
            boolean whole = text.startsWith("[") || text.startsWith("{");
            at.add(path[path.length - 1], whole ? JsonParser.parseString(text) : new JsonPrimitive(text));
        });
        return root;
    }

    /// The first line of a message: parsers add advice and addresses.
    private static String firstLine(RuntimeException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static Result result(String place, Supplier<JsonElement> source) {
        try {
            Result result = GSON.fromJson(source.get(), Result.class);
            if (result != null && result.where() != null && result.benchmark() != null && result.time() != null) {
                return result;
            }
        } catch (RuntimeException e) { // a damaged line may fail in any way
            throw new IllegalArgumentException(place + " is not a result, " + firstLine(e), e);
        }
        throw new IllegalArgumentException(place + " is not a result: it has no where, benchmark or time");
    }
}
