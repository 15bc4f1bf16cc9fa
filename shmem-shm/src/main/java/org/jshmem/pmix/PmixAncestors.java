// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The processes between the server and this process, all of which have the variables that the server has given it.
///
/// @param pe the number of the nearest one that is a PE already, and has started this process as a child; 0 for none
/// @param server the first one without the variables: the server
record PmixAncestors(long pe, Optional<ProcessHandle> server) {
    private static final String LIBRARY = "/libpmix.so";

    /// Returns the ancestors of this process. A shell between the two has not loaded the library.
    static PmixAncestors of(String namespace, String rank) {
        List<String> wanted = List.of("PMIX_NAMESPACE=" + namespace, "PMIX_RANK=" + rank);
        long pe = 0;
        Optional<ProcessHandle> process = ProcessHandle.current().parent();
        while (process.isPresent()) {
            Path folder = Path.of("/proc", Long.toString(process.get().pid()));
            List<String> variables =
                    Arrays.asList(contents(folder.resolve("environ")).split("\0"));
            if (!variables.containsAll(wanted)) break;
            if (pe == 0 && contents(folder.resolve("maps")).contains(LIBRARY))
                pe = process.get().pid();
            process = process.get().parent();
        }
        return new PmixAncestors(pe, process);
    }

    private static String contents(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // another user's, or gone
        }
    }
}
