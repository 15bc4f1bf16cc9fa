// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.runtime.settings.Environment;
import org.junit.jupiter.api.Test;

class VariablesTest {
    private static final Pattern NAME = Pattern.compile("\\bJSHMEM_[A-Z_]*[A-Z]\\b");

    private static List<String> misspelt(Set<String> names) {
        Map<String, String> environment = new TreeMap<>();
        names.forEach(name -> environment.put(name, "1"));
        return new Environment(environment).warnings();
    }

    @Test
    void aMisspeltNameIsReportedWithTheNearestOneAndOthersAreNot() {
        assertEquals(
                List.of(
                        "JSHMEM_CALIBRATON is unknown and has no effect; did you mean JSHMEM_CALIBRATION? SHMEM_INFO=1 lists all",
                        "JSHMEM_ENGINES is unknown and has no effect; did you mean JSHMEM_ENGINE? SHMEM_INFO=1 lists all"),
                misspelt(Set.of("JSHMEM_ENGINES", "JSHMEM_CALIBRATON", "JSHMEM_MY_OWN_SETTING", "PATH")));
    }

    /// A variable that is new in the sources has to be added to the names.
    @Test
    void noNameOfTheSourcesIsReported() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : List.of("bin", "shmem-api", "shmem-shm", "shmem-ucx", "shmem-launch", "shmem-trace")) {
            Path folder = Launch.root().resolve(module);
            try (Stream<Path> files = Files.walk(module.equals("bin") ? folder : folder.resolve("src/main"))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    NAME.matcher(Files.readString(file)).results().forEach(found -> names.add(found.group()));
                }
            }
        }
        assertTrue(names.contains("JSHMEM_ENGINE") && names.size() >= 12, names::toString);
        assertEquals(List.of(), misspelt(names));
    }
}
