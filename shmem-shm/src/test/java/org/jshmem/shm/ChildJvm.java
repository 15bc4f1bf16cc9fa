// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.Ended;

/// A program in a JVM of its own, which it may kill.
final class ChildJvm {
    /// Without performance data, whose warning, where containers share /tmp, would stand among the lines.
    private static final String OPTIONS = "-Xmx128m -XX:-CreateCoredumpOnCrash -XX:-UsePerfData"
            + " -Dos.name=" + System.getProperty("os.name").replace(" ", "_") // of a test without Linux
            + " --enable-native-access=ALL-UNNAMED --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

    private ChildJvm() {}

    /// Runs the program to its end.
    static Ended run(Class<?> program, String... args) throws IOException, InterruptedException {
        return run(List.of(), program, args);
    }

    /// As above, started by the words `before`.
    static Ended run(List<String> before, Class<?> program, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.addAll(Ended.jvm(OPTIONS, program, args));
        return Ended.of(command);
    }
}
