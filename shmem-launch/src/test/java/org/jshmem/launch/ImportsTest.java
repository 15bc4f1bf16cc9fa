// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.contract.Imports;
import org.junit.jupiter.api.Test;

class ImportsTest {
    /// Each package, and those of the project that it may import; all below `org.jshmem`, which is `.` itself.
    private static final String DAG = """
            launch.system: runtime.settings shm start
            launch.program: launch.system runtime.settings start
            launch.member: launch.system launch.output . collective.diagnose runtime start transport shm ucx
            launch.output: . collective collective.diagnose start transport shm
            launch.inspect: launch.system . collective.diagnose runtime.settings transport shm
            launch.job: launch.system launch.program launch.member launch.output launch.inspect . collective.diagnose\
             compat runtime.settings start transport shm
            launch.hosts: launch.system launch.program launch.member launch.job collective.diagnose shm trace\
             transport ucx
            launch.doctor: launch.system launch.job runtime.settings shm transport ucx
            launch: launch.system launch.hosts ucx launch.program launch.output launch.inspect launch.job launch.doctor\
             launch.member . collective.diagnose runtime.settings start trace transport shm
            """;

    @Test
    void packagesImportOnlyWhatTheDagAllows() throws Exception {
        Map<String, Set<String>> allowed = DAG.lines()
                .map(line -> line.split(": "))
                .collect(Collectors.toMap(
                        line -> whole(line[0]),
                        line -> Stream.of(line[1].split(" "))
                                .map(ImportsTest::whole)
                                .collect(Collectors.toSet())));
        assertEquals(List.of(), Imports.violations(Path.of("src/main/java"), allowed));
    }

    private static String whole(String name) {
        return name.equals(".") ? "org.jshmem" : "org.jshmem." + name;
    }
}
