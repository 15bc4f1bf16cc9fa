// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.fidelity.scc.Degrees;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// docs/simulator/fidelity.md shows the boards as they are, to the last digit, programs included. `-Ddocs.update`
/// writes them there. Those of N, R and K take minutes.
class FidelityIT {
    static final Path DOC = Path.of("../docs/simulator/fidelity.md");
    private static final Path CLI = Path.of("../docs/reference/cli.md");
    private static final Path COLLECTIVES = Path.of("../docs/internals/collectives.md");

    private static final Pattern SIMULATED = Pattern.compile("(?ms)^```console simulated\n\\$ ([^\n]*)\n(.*?)^```$");

    @Test
    @Timeout(900)
    @Tag("long")
    void theBoardIsWhatThePageShows() throws Exception {
        shows("board", "N", "R");
    }

    /// With all keys and cells: gigabytes, and half an hour of two cores.
    @Test
    @Timeout(7200)
    @Tag("nightly")
    void theNasClassesAreWhatThePageShows() throws Exception {
        shows("board of N-classes", "N-classes");
    }

    @Test
    @Timeout(900)
    void petrovicsBoardIsWhatThePageShows() throws Exception {
        shows("board of P", "P");
    }

    @Test
    @Timeout(3600)
    @Tag("long")
    void kohlersBoardIsWhatThePageShows() throws Exception {
        shows("board of K", "K");
    }

    @Test
    @Timeout(900)
    void theDegreesAreWhatThePageShows() throws Exception {
        shows(COLLECTIVES, "degrees", Degrees.table());
    }

    private static void shows(String marker, String... papers) throws Exception {
        Map<Paper, List<Row>> board = Scoreboard.rows(101, papers);
        board.values().forEach(rows -> rows.forEach(FidelityIT::saysWhyItIsNotRun));
        shows(DOC, marker, Document.markdown(board));
    }

    static void shows(Path page, String marker, String text) throws Exception {
        String begin = "<!-- " + marker + " -->\n";
        String doc = Files.readString(page);
        int from = doc.indexOf(begin) + begin.length();
        int to = doc.indexOf("<!-- end of " + marker + " -->", from);
        String now = doc.substring(0, from) + text + doc.substring(to);
        if (System.getProperty("docs.update") != null) Files.writeString(page, now);
        else assertEquals(now, doc, "run the test with -Ddocs.update and look at the difference");
    }

    /// Here, since this module is behind all that have programs.
    @Test
    void theLauncherFindsTheProgramsOfAllModules() throws Exception {
        String help = oshrun("--help");
        for (String name :
                List.of("hello", "cg", "ep", "ft", "is", "mg", "sp", "pgas", "stream", "gcmc", "scoreboard")) {
            assertTrue(help.contains("%n  %-12s ".formatted(name)), help);
        }
        assertTrue(help.contains("Machines: calibrated, cluster, knc, knc-se10p, scc"), help);
        String rows = help.substring(help.indexOf("Built-in programs:"), help.indexOf("Other commands:"))
                .lines()
                .filter(line -> line.startsWith("  "))
                .map(line -> "| `" + line.strip().replaceFirst(" +", "` | ") + " |\n")
                .collect(Collectors.joining());
        shows(CLI, "programs", "| program | purpose |\n|-|-|\n" + rows);
    }

    @Test
    void everyProgramAndCommandSaysWhatItsArgumentsAre() throws Exception {
        String names =
                oshrun("--help").replaceFirst("(?s).*Built-in programs:", "").replaceFirst("(?s)Exit status.*", "");
        Matcher name = Pattern.compile("(?m)^  ([a-z]+) ").matcher(names);
        int asked = 0;
        for (; name.find(); asked++) {
            String help = oshrun(name.group(1), "--help");
            assertTrue(help.matches("(?s)Usage: (oshrun (-np N )?)?" + name.group(1) + "\\b.*"), help);
            assertEquals(help, oshrun(name.group(1), "-h"));
            for (String line :
                    help.lines().filter(l -> l.startsWith("  bin/oshrun ")).toList()) {
                assertTrue(line.length() < 80 && help.contains("\n" + line + "\n"), line);
            }
        }
        assertTrue(asked > 15, names);
    }

    private static String oshrun(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.addFirst(Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun")
                .toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    /// Here too: the launcher's own tests run before the simulator is built.
    @Test
    void commandsOnSimulatedMachinesPrintWhatIsShown() throws Exception {
        Path root = Path.of(System.getProperty("jshmem.root", "..")).toAbsolutePath();
        int commands = 0;
        List<Path> documents;
        try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
            documents = files.filter(file -> file.toString().endsWith(".md")).toList();
        }
        for (Path document : documents) {
            Matcher block = SIMULATED.matcher(Files.readString(document));
            while (block.find()) {
                Process process = new ProcessBuilder("bash", "-c", block.group(1))
                        .directory(root.toFile())
                        .redirectErrorStream(true)
                        .start();
                String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(sorted(block.group(2)), sorted(printed), document + ": " + block.group(1));
                assertEquals(0, process.waitFor(), block.group(1));
                commands++;
            }
        }
        assertTrue(commands > 0, "no block of any document is marked console simulated");
    }

    private static List<String> sorted(String text) {
        return text.lines().sorted().toList();
    }

    private static void saysWhyItIsNotRun(Row row) {
        assertTrue(row.band() != null || row.target().isNotRun(), row.toString());
    }
}
