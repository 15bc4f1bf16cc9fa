// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.jshmem.launch.system.Refused;
import org.junit.jupiter.api.Test;

class LaunchCommandTest {
    private static List<String> words(String template, Map<String, String> variables) {
        return new LaunchCommand(template, variables, List.of("java", "-cp", "a b")).words("x");
    }

    @Test
    void theHostTakesItsPlaceOrComesLast() {
        assertEquals(
                List.of("ip", "netns", "exec", "x", "java", "-cp", "a b"), words("ip netns exec {host}", Map.of()));
        assertEquals(List.of("env", "HOST=x", "java", "-cp", "a b"), words(" env HOST={host} ", Map.of()));
    }

    @Test
    void aRemoteShellTakesTheWordsApartAgain() {
        assertEquals(List.of("ssh", "x", "java", "-cp", "'a b'"), words("ssh", Map.of()));
        assertEquals(
                List.of("sshpass", "-f", "a file", "/usr/bin/ssh", "x", "java", "-cp", "'a b'"),
                words("sshpass -f 'a file' /usr/bin/ssh", Map.of()));
    }

    @Test
    void quotesHoldAWordTogether() {
        assertEquals("HOST=a x", words("env HOST=\"a {host}\"", Map.of()).get(1));
        var e = assertThrows(Refused.class, () -> words("ssh -o 'User=a", Map.of()));
        assertEquals(
                "--launch-agent 'ssh -o 'User=a' is not a command; give words, in quotes where they have spaces",
                e.getMessage());
    }

    @Test
    void variablesOfUcxGoAlong() {
        assertEquals(
                List.of("ssh", "x", "env", "UCX_TLS=tcp", "java", "-cp", "'a b'"),
                words("ssh", Map.of("UCX_TLS", "tcp", "SHMEM_DEBUG", "1")));
    }
}
