// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `oshrun doctor` on machines that lack something, or are set up for another language.
class DoctorIT {
    /// The loader takes the file in this folder first, and cannot use it.
    @Test
    void withoutUcxItNamesTheRemedyAndGoesOn(@TempDir Path folder) throws Exception {
        Files.createFile(folder.resolve("libucp.so.0"));
        assertNamed("UCX is not installed (no libucp.so.0); install it: 'apt install libucx0'", folder);
    }

    /// A library of the JDK stands for a UCX that is too old to have the call.
    @Test
    void ofAnOldUcxItNamesTheRemedyAndGoesOn(@TempDir Path folder) throws Exception {
        Path other = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
        Files.createSymbolicLink(folder.resolve("libucp.so.0"), other);
        assertNamed("libucp.so.0 has no ucp_get_version, so it is not UCX 1.13; install that", folder);
    }

    private static void assertNamed(String remedy, Path folder) {
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
