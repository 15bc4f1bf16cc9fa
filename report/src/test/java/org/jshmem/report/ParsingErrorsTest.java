// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class ParsingErrorsTest {
    enum Format {
        TEXT,
        CSV
    }

    /// Options of each type that the programs have.
    static final class Options {
        @Option(names = {"-m", "--most"})
        int most;

        @Option(names = "--seconds")
        Double seconds;

        @Option(names = "--format")
        Format format;

        @Option(names = "--np", split = ",", paramLabel = "N", required = true)
        List<Integer> npes = new ArrayList<>();

        @Option(names = "--record", paramLabel = "FILE")
        Path record;

        @Parameters(index = "0", paramLabel = "TEST")
        String test;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --np 1 --bogus t          | unknown option --bogus
            --np 1 --recrod=f t       | unknown option --recrod=f; use --record
            --np 1 t u                | 'u' is not an argument; remove it
            --np 1 --most x t         | --most 'x' is not a whole number
            --np 1 -m 1.5 t           | --most '1.5' is not a whole number
            --np 1,x t                | --np 'x' is not a whole number
            --np 1 --seconds soon t   | --seconds 'soon' is not a number
            --np 1 --format XML t     | --format 'XML' is unknown; use one of TEXT, CSV
            --np 1 --most 1 -m 2 t    | --most is given twice; give it once
            --np 1 t --record         | --record needs a value, FILE
            t                         | --np is missing; give --np N
            --np 1                    | TEST is missing
            """)
    void mistakesHaveTheWordsOfTheLauncher(String line, String text) {
        var parser = new CommandLine(new Options());
        var e = assertThrows(ParameterException.class, () -> parser.parseArgs(line.split(" ")));
        assertEquals(text, ParsingErrors.text(e));
    }
}
