// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.Config;
import org.jshmem.ThreadLevel;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentTest {

    /// Of variables as in a shell: `NAME=value NAME=value`.
    private static Environment of(String variables) {
        return new Environment(Pattern.compile("(\\w+)=(\\S*)")
                .matcher(variables)
                .results()
                .collect(Collectors.toMap(pair -> pair.group(1), pair -> pair.group(2))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SMA_SYMMETRIC_SIZE=3m | 3145728
            SMA_SYMMETRIC_SIZE=3m SHMEM_SYMMETRIC_SIZE=1m | 1048576
            SHMEM_SYMMETRIC_HEAP_SIZE=5k | 5120
            SHMEM_SYMMETRIC_HEAP_SIZE=5k SHMEM_SYMMETRIC_SIZE=1m | 1048576
            """)
    void theHeapSizeHasThreeNamesAndTheSpecificationsOneWins(String variables, long bytes) {
        assertEquals(OptionalLong.of(bytes), of(variables).heapBytes());
        assertEquals(OptionalLong.empty(), of("").heapBytes());
        String text = assertThrows(
                        IllegalArgumentException.class,
                        () -> of("SMA_SYMMETRIC_SIZE=abc").heapBytes())
                .getMessage();
        assertTrue(text.contains("SMA_SYMMETRIC_SIZE") && text.contains("abc"), text);
    }

    @Test
    void theHelpIsTheTable() {
        String help = Environment.help();
        for (Environment.Variable v : Environment.variables()) {
            assertTrue(help.contains("  " + v.name() + " "), v.name());
            assertTrue(help.contains(v.sentence()), v.sentence());
        }
        assertTrue(help.contains("SHMEM_REDUCE_ALGORITHM") && help.contains("rsag"), help);
        assertTrue(help.contains("SHMEM_BROADCAST_ACCESS"), help);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SHMEM_SYMETRIC_SIZE=1m | SHMEM_SYMETRIC_SIZE is unknown and has no effect; did you mean SHMEM_SYMMETRIC_SIZE? SHMEM_INFO=1 lists all
            SMA_REDUCE_ALGORITM=ring | SMA_REDUCE_ALGORITM is unknown and has no effect; did you mean SHMEM_REDUCE_ALGORITHM? SHMEM_INFO=1 lists all
            SHMEM_BACKEND=x | SHMEM_BACKEND is unknown and has no effect; SHMEM_INFO=1 lists all
            SMA_DEBUG= PATH=/bin |
            JSHMEM_PE=1 SHMEM_SYNC_ALGORITHM=auto |
            SHMEM_SYMMETRIC_HEAP_SIZE=1m | SHMEM_SYMMETRIC_HEAP_SIZE is Open MPI's name, taken; SHMEM_SYMMETRIC_SIZE is the specification's
            SMA_SYMMETRIC_HEAP_SIZE=1m | SMA_SYMMETRIC_HEAP_SIZE is unknown and has no effect; did you mean SHMEM_SYMMETRIC_HEAP_SIZE? SHMEM_INFO=1 lists all
            """)
    void anUnknownNameGetsTheNearestOne(String variables, String warning) {
        assertEquals(
                warning == null ? List.of() : List.of(warning), of(variables).warnings());
    }

    @Test
    void aProgramWithoutLauncherNamesAMisspeltVariableOfTheLibrary() {
        assertEquals(
                "|jshmem: JSHMEM_ENGINES is unknown and has no effect; did you mean JSHMEM_ENGINE? SHMEM_INFO=1 lists all\n",
                announced(of("JSHMEM_ENGINES=1 JSHMEM_PE=0")));
    }

    private static String announced(Environment environment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        environment.announce(() -> "jshmem 9", Config.DEFAULT, new PrintStream(out), new PrintStream(err));
        return out + "|" + err;
    }

    @Test
    void aVariableIsOnUnlessItSaysOff() {
        assertEquals("|", announced(of("")));
        assertEquals("jshmem 9" + System.lineSeparator() + "|", announced(of("SHMEM_VERSION=1")));
        assertEquals(Environment.help() + "Set for this job:\n  SMA_INFO=yes\n|", announced(of("SMA_INFO=yes")));
        for (String off : new String[] {"", " ", "0", "off", "OFF", "false", "no"}) {
            assertEquals("|", announced(new Environment(Map.of("SHMEM_VERSION", off, "SMA_INFO", off))));
            assertEquals("|", announced(new Environment(Map.of("SHMEM_NONSENSE", off))));
            assertFalse(new Environment(Map.of("SMA_DEBUG", off)).debug());
            assertFalse(Environment.isOn(Map.of("SHMEM_DEBUG", off), "SHMEM_DEBUG"));
        }
        assertTrue(Environment.isOn(Map.of("SMA_DEBUG", "1"), "SHMEM_DEBUG"));
        assertTrue(announced(of("SHMEM_NONSENSE=1")).startsWith("|jshmem: SHMEM_NONSENSE is unknown"));
        assertTrue(of("SMA_DEBUG=1").debug());
    }

    @Test
    void infoPrintsEachValueByTheNameThatCounts() {
        Map<String, String> all = Map.of(
                "SHMEM_INFO", "1",
                "SMA_SYMMETRIC_SIZE", "3m",
                "SHMEM_SYMMETRIC_SIZE", "",
                "SHMEM_SYMMETRIC_HEAP_SIZE", "5k",
                "SMA_REDUCE_ALGORITHM", "ring",
                "SHMEM_REDUCE_ALGORITHM", "rsag",
                "JSHMEM_TIMEOUT", "2s");
        var out = new ByteArrayOutputStream();
        var wish = new Config(1 << 20, ThreadLevel.SINGLE, Duration.ofSeconds(9));
        new Environment(all).announce(() -> "", wish, new PrintStream(out), new PrintStream(out));
        String text = out.toString().replace(Environment.help(), "");
        assertTrue(text.startsWith("""
                        Set for this job:
                          SMA_SYMMETRIC_SIZE=3m
                          --timeout=2s
                          SHMEM_INFO=1
                          SHMEM_REDUCE_ALGORITHM=rsag
                        """), text);
        assertEquals(OptionalLong.of(3 << 20), new Environment(all).heapBytes());
    }

    @Test
    void namesOfAlgorithmsAreCheckedUnderTheirVariable() {
        var arena = Arena.ofAuto();
        long bytes = SystemLayout.bytes(1);
        var transport = new ThreadTransport(ThreadTransport.Job.of(1, bytes, false, arena), 0);
        Group group = Group.world(transport, transport.channel());
        of("SHMEM_REDUCE_ALGORITHM=Ring SMA_REDUCE_ACCESS=ptr").choose(group);
        String text = assertThrows(
                        IllegalArgumentException.class,
                        () -> of("SHMEM_SCAN_ALGORITHM=rings").choose(group))
                .getMessage();
        assertTrue(text.startsWith("SHMEM_SCAN_ALGORITHM: algorithm 'rings' of SCAN is unknown"), text);
        text = assertThrows(
                        IllegalArgumentException.class,
                        () -> of("SHMEM_SYNC_ACCESS=rma").choose(group))
                .getMessage();
        assertEquals("SHMEM_SYNC_ACCESS 'rma' is unknown; use one of auto, putget, ptr", text);
    }
}
