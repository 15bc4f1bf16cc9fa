// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jshmem.launch.os.JobWords;
import org.junit.jupiter.api.Test;

class InspectorTest {
    private static String words(String own, String variables) {
        String line = "java -cp a.jar org.jshmem.launch.Oshrun " + own;
        return Inspector.words(line.replace(' ', '\0'), variables)
                .replace('\0', ' ')
                .strip();
    }

    @Test
    void theCommandOfAJobBeginsAfterTheLaunchersClass() {
        assertEquals("-np 2 hello", words("-np 2 hello ", "A=1\0"));
    }

    /// The launcher of a host has the words of the user in a variable.
    @Test
    void theCommandOfAJobOnSeveralHostsIsThatOfTheUser() {
        String text = new JobWords("a:1,b:1", List.of("-np", "2", "hello")).text();
        String variables = "A=1\0" + JobWords.VARIABLE + "=" + text + "\0B=2\0";
        assertEquals("-np 2 hello", words(JobWords.OPTION + " ", variables));
    }
}
