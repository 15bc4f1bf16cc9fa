// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobWordsTest {
    @Test
    void wordsArriveAsTheyAreAndInAscii() {
        JobWords job = new JobWords("a:2,b:2", List.of("-x", "A=1,5\n", "", ":", "f\u00fcnf", "*", ""));
        String text = job.text();
        assertTrue(text.matches("[A-Za-z0-9+/=]*"), text);
        assertEquals(job, JobWords.of(Map.of(JobWords.VARIABLE, text)));
        JobWords none = new JobWords("a:1", List.of());
        assertEquals(none, JobWords.of(Map.of(JobWords.VARIABLE, none.text())));
    }

    @Test
    void wordsThatTheKernelWouldNotPassAreRefused() {
        JobWords job = new JobWords("a:1", List.of("x".repeat(100_000)));
        assertEquals(
                "the hosts and the words of the command line have 100005 bytes, and 98292 reach other hosts; write long"
                        + " arguments to a file that all hosts have",
                assertThrows(Refused.class, job::text).getMessage());
    }
}
