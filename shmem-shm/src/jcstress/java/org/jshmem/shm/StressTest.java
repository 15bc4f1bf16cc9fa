// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.Main;

/// Runs the races of this folder: `mvn test -Pjcstress -pl shmem-shm -am`, with `-Djcstress.mode=quick` for a short
/// run.
class StressTest {

    @Test
    void noForbiddenOutcomeIsSeen() {
        assertDoesNotThrow(() -> Main.main(new String[] {
            "-m",
            System.getProperty("jcstress.mode", "default"),
            "-r",
            "target/jcstress",
            "-jvmArgsPrepend",
            "--enable-native-access=ALL-UNNAMED --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-t",
            "org.jshmem.shm.(Passing|Crossing)"
        }));
    }
}
