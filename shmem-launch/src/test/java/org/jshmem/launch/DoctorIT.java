// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `oshrun doctor` on machines that lack something, or are set up for another language.
class DoctorIT {
    /// The loader takes the file in this folder first, and cannot use it. A library of the JDK
    /// stands for a UCX that is too old to have the call.
    @ParameterizedTest
    @CsvSource({
        "release, UCX is not installed (no libucp.so.0); install it: 'apt install libucx0'",
        "lib/libjsig.so, 'libucp.so.0 has no ucp_get_version, so it is not UCX 1.13; install that'"
    })
    void withoutUcxItNamesTheRemedyAndGoesOn(String file, String remedy, @TempDir Path folder) throws Exception {
        Files.createSymbolicLink(folder.resolve("libucp.so.0"), Path.of(System.getProperty("java.home"), file));
        Ended doctor = Launch.oshrun("doctor")
                .variable("LD_LIBRARY_PATH", folder.toString())
                .run();
        doctor.assertOut("not usable: jobs run on this host alone");
        doctor.assertOut(remedy);
        assertEquals("", doctor.err());
    }

    /// A locale with digits of its own.
    @Test
    void numbersAreThoseOfTheManualInAnyLocale() throws Exception {
        Ended doctor = Launch.oshrun("doctor")
                .variable("JAVA_TOOL_OPTIONS", "-Duser.language=fa -Duser.country=IR")
                .run();
        assertTrue(
                doctor.out()
                        .matches(
                                "(?s).*cores +[0-9]+ usable( with [0-9]+ hyperthreads)?: up to [0-9]+ PEs? with a core.*"),
                doctor.out());
        assertTrue(doctor.out().matches("\\p{ASCII}*"), doctor.out());
    }
}
