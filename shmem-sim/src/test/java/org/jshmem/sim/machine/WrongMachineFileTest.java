// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Mistakes in a machine file, one at a time: the message has the line, the name, and what is expected there.
class WrongMachineFileTest {
    private static final String RIGHT = """
            {"kind": "jshmem machine 1",
             "name": "wide",
             "title": "100 slower cores",
             "like": "knc",
             "parameters": [
              {"symbol": "cores", "value": 100, "unit": "count", "role": "ASSUMED", "source": "a thought"},
              {"symbol": "clock", "value": 0.8, "unit": "GHz", "role": "ASSUMED", "source": "a thought"}],
             "variations": [
              {"name": "c/2", "set": {"c": "*0.5"}},
              {"name": "free", "without": ["contention"]}]
            }
            """;

    @TempDir
    private Path folder;

    private String refused(byte[] text) throws Exception {
        Path file = Files.write(folder.resolve("wide.json"), text);
        return assertThrows(IllegalArgumentException.class, () -> MachineFiles.read(file.toString()))
                .getMessage()
                .replace(folder + "/", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            GHz | MHz | wide.json:7: "unit" is "MHz"; it has to be "GHz"
            "clock" | "clokc" | wide.json:7: clokc is not a parameter of this kind of machine; nearest is clock
            "value": 0.8, | `` | wide.json:7: "value" is missing; give a number: core clock: the unit of costs in cycles, in GHz
            "value": 0.8 | "value": "0.8 GHz" | wide.json:7: "value" is "0.8 GHz"; give a number: core clock: the unit of costs in cycles, in GHz
            0.8 | -0.8 | wide.json:7: parameter clock=-0.8 is out of range; give a number from 1e-9 to 1e12: core clock: the unit of costs in cycles, in GHz
            0.8 | 1e999 | wide.json:7: this is not JSON: column 37, JSON forbids NaN and infinities: Infinity
            100, | 1e300, | wide.json:6: parameter cores=1E300 is out of range; give a whole number from 1 to 16777216: cores, one L1 and one L2 each, in count
            100, | 16777216, | wide.json:6: cores * threads is 67108864, and a machine has at most 16777216; make one of them smaller
            "clock", "value": 0.8, "unit": "GHz" | "R_R", "value": 2e3, "unit": "ns" | wide.json:7: R_R is too large: a copy of 2 lines takes 2 o_E + q_E - p_E / 2 - R_R = -875.0 ns; lower R_R, or raise q_E
            "knc" | "knd" | wide.json:4: machine 'knd' is unknown; use one of calibrated, cluster, knc, knc-se10p, scc; nearest is knc
            "knc" | "wide.json" | wide.json:4: machine 'wide.json' is unknown; use one of calibrated, cluster, knc, knc-se10p, scc
            "knc", | "knc", "cores": 64, | wide.json:4: "cores" is "64"; it has to be one of in-order, out-of-order, scalar; numbers are parameters
            "knc", | "knc", "title": "x", | wide.json:4: "title" is there twice; remove one
            "100 slower cores" | [1] | wide.json:3: column 12, Expected a string but was BEGIN_ARRAY
            machine 1 | machine 2 | wide.json:1: "kind" is "jshmem machine 2"; it has to be "jshmem machine 1"
            "contention" | "contenton" | wide.json:10: variation "free": machine wide has no mechanism 'contenton'; nearest is contention
            "free" | "c/2" | wide.json:10: variation "c/2" is there twice; rename the second
            "c": | "cc": | wide.json:9: variation "c/2": machine wide has no parameter 'cc'; nearest is c
            "*0.5" | "x0.5" | wide.json:9: variation "c/2": c is "x0.5"; give a number of 0 or more, "*0.5", "+10", "-10" or a symbol
            "ASSUMED" | "SEEN" | wide.json:6: "role" is "SEEN"; it has to be one of CAL, FIT, ASSUMED
            , "source": "a thought" | `` | wide.json:6: "source" is missing; give a text
            "symbol": "cores", | `` | wide.json:6: "symbol" is missing; give a text
            "title" | "titel" | wide.json:3: a machine file has no member "titel" here; nearest is title
            "like": "knc", | "memory": "mesh", "cores": "in-order", | wide.json:4: memory "mesh" goes with "scalar" cores alone
            "like": "knc", | "memory": "coherent", | wide.json:1: "cores" is missing; it has to be one of in-order, out-of-order, scalar
            "like": "knc", | "memory": "cohrent", "cores": "scalar", | wide.json:4: "memory" is "cohrent"; it has to be one of coherent, network, mesh, numa; nearest is coherent
            "name": "free" | "nam": "free" | wide.json:10: a machine file has no member "nam" here; nearest is name
            , "without": ["contention"] | `` | wide.json:10: a variation changes nothing; give "set" or "without"
            ["contention"] | "contention" | wide.json:10: column 32, Expected BEGIN_ARRAY but was STRING
            {"c": "*0.5"} | "c" | wide.json:9: column 27, Expected BEGIN_OBJECT but was STRING
            {"c": "*0.5"} | {"cores": "+0.5"} | wide.json:9: variation "c/2": parameter cores=100.5 is out of range; give a whole number from 1 to 16777216: cores, one L1 and one L2 each, in count
            {"c": "*0.5"} | {"line": "-1"} | wide.json:9: variation "c/2": machine wide: line is 63 bytes; give a power of two from 8 to 2097152
            {"c": "*0.5"} | {"R_R": "-1000"} | wide.json:9: variation "c/2": parameter R_R=-764.2 is out of range; give a number from 0 to 1e12: fetch of a line from another core's cache, in ns
            "*0.5" | -10 | wide.json:9: "c" is -10; give a number of 0 or more, or a text
            }],\\n | }, 4],\\n | wide.json:7: column 96, Expected BEGIN_OBJECT but was NUMBER
            slower cores | slower\\ncores | wide.json:3: this is not JSON: column 12, Unescaped control characters (\\u0000-\\u001F) are not allowed in strict mode
            """)
    void theMessageHasTheLineAndWhatIsExpected(String from, String to, String message) throws Exception {
        String right = from.replace("\\n", "\n");
        assertTrue(RIGHT.contains(right), right);
        int at = RIGHT.indexOf(right);
        String wrong = RIGHT.substring(0, at) + to.replace("\\n", "\n") + RIGHT.substring(at + right.length());
        assertEquals(message, refused(wrong.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aTextThatIsNotJsonIsRefusedWithItsPlace() throws Exception {
        for (String wrong :
                List.of("", "{", "[1,]", "{\"name\" 1}", "\"\\x\"", "\"\\u00\"", "tru", "1 2", "-", "[".repeat(99))) {
            String message = refused(wrong.getBytes(StandardCharsets.UTF_8));
            assertTrue(message.matches("wide.json:1: this is not JSON: column \\d+, .*"), message);
        }
    }

    @Test
    void aFileWithoutAMachineIsRefused() throws Exception {
        assertEquals("wide.json:1: this is not JSON: column 1, the text ends too early", refused(new byte[0]));
        assertEquals(
                "machine file wide.json is not text in UTF-8; convert it, or give another file",
                refused(RIGHT.replace("slower", "sl\u00f6wer").getBytes(StandardCharsets.ISO_8859_1)));
        String deep = refused("[".repeat(5000).getBytes(StandardCharsets.US_ASCII));
        assertTrue(deep.startsWith("wide.json:1: this is not JSON: column 18, Nesting limit 16 reached"), deep);
    }

    /// Names may have any letters, and some editors begin a file with a mark.
    @Test
    void anyTextInUtf8IsRead() throws Exception {
        String text = "\ufeff" + RIGHT.replace("\"wide\"", "\"w\u00efde \u2603\"");
        Path file = Files.writeString(folder.resolve("wide.json"), text);
        assertEquals("w\u00efde \u2603", MachineFiles.read(file.toString()).name());
    }
}
