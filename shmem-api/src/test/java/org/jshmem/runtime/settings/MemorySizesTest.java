// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySizesTest {
    @ParameterizedTest
    @CsvSource({
        "0 0, 1 1, 4096 4096, 1k 1024, 1K 1024, 20kk 20480, 64m 67108864, 64MB 67108864, 64MiB 67108864, .5m 524288",
        "3.1M 3250586, 1.5g 1610612736, 2t 2199023255552, 2. 2, 0.1 1, 1e3 1000, 1e3k 1024000"
    })
    void sizesReadAsTheSpecificationSays(ArgumentsAccessor pairs) {
        for (Object each : pairs.toList()) {
            String[] pair = each.toString().split(" ");
            assertEquals(Long.parseLong(pair[1]), MemorySizes.parse("--heap", " " + pair[0] + " "));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"| |abc|-5|+5|k|.|.k|1 k|10x|0x10|1e|NaN|Infinity|1,5g|1m,2m|64m 2|1m.5|\\uff12m"})
    void whatIsNoSizeIsRefusedByName(String texts) {
        for (String text : texts.split("[|]")) {
            var e = assertThrows(IllegalArgumentException.class, () -> MemorySizes.parse("--heap", text));
            String why = "' is not a size; give a number that is not negative and one of k m g t, such as 64m or 1.5g";
            assertEquals("--heap '" + text + why, e.getMessage());
        }
    }

    /// The specification has any text after the suffix of a variable ignored.
    @ParameterizedTest
    @ValueSource(strings = {"1m,2m", "1m 2", "1m.5", "1MiB"})
    void aVariableMayHaveAnyTextAfterItsSuffix(String text) {
        assertEquals(1 << 20, MemorySizes.ofVariable("SHMEM_SYMMETRIC_SIZE", text));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1023, 1023 bytes",
        "1024, 1 KiB",
        "1536, 1.5 KiB",
        "67108864, 64 MiB",
        "1610612736, 1.5 GiB"
    })
    void sizesAreWrittenInTheLargestUnit(long bytes, String text) {
        assertEquals(text, MemorySizes.format(bytes));
    }

    @ParameterizedTest
    @CsvSource({"500ms, 500", "3s, 3000", "2m, 120000", "0.001s, 1", ".5s, 500", "1h, 3600000", "0s, 0", "3S, 3000"})
    void timesReadInTheirUnit(String text, long millis) {
        assertEquals(Duration.ofMillis(millis), Durations.parse("--timeout", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "s", "-3s", "3 s", "3d", "3sec", "1e3s"})
    void whatIsNoTimeIsRefusedByName(String text) {
        var e = assertThrows(IllegalArgumentException.class, () -> Durations.parse("--timeout", text));
        assertEquals(
                "--timeout '" + text + "' is not a time; give a number and one of ms s m h, such as 500ms, 3s or 2m",
                e.getMessage());
    }

    /// A message would show a time below 1 ms as zero.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --heap | 99999999999999999999 | is beyond any memory; the largest size is 4194304t
            --heap | 1e999 | is beyond any memory; the largest size is 4194304t
            --heap | 5000000t | is beyond any memory; the largest size is 4194304t
            --timeout | 0.0000001s | is shorter than 1 ms; give 1ms or more, or 0s for no limit
            --timeout | 999999999999h | is longer than a year; give 0s for no limit
            """)
    void whatIsTooLargeOrTooSmallIsRefused(String option, String text, String why) {
        var e = assertThrows(
                IllegalArgumentException.class,
                () -> List.of(
                        option.equals("--heap") ? MemorySizes.parse(option, text) : Durations.parse(option, text)));
        assertEquals(option + " " + text + " " + why, e.getMessage());
    }
}
