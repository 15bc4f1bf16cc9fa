// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jshmem.runtime.settings.KernelFile;
import org.jshmem.sim.cost.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrationFileTest {
    private static final String TEXT = CalibrationFile.text("a host", Calibrations.round());
    private static final Machine ROUND = MachineFile.read("host.json", TEXT, MachineFiles::known);
    private static final String HOST = KernelFile.processor();
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    @TempDir
    Path folder;

    private CalibrationFile file() {
        return CalibrationFile.find(Map.of("XDG_CONFIG_HOME", folder.toString()));
    }

    private CalibrationFile with(String text) throws IOException {
        file().write("2026-01-01", Calibrations.round());
        Files.writeString(file().path(), text);
        return file();
    }

    private static void refused(CalibrationFile found, String why) {
        assertNull(found.machine());
        String message =
                assertThrows(IllegalArgumentException.class, found::calibrated).getMessage();
        assertEquals("machine calibrated " + why, message);
    }

    @Test
    void whatIsWrittenIsAMachineFileOfThisHostForItsUserAlone() throws IOException {
        refused(
                file(),
                "needs a calibration of this host, and there is no " + file().path() + "; run oshrun calibrate");
        file().write("2026-01-01", Calibrations.round());
        assertEquals(folder.resolve("jshmem/calibration.json"), file().path());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())));
        assertEquals("", file().trouble());
        Machine found = file().calibrated();
        assertEquals(HOST + ", " + CORES + " cores, as calibrated on 2026-01-01", found.title());
        assertEquals(ROUND.parameters(), found.parameters());
        assertEquals(ROUND.variations(), found.variations());
        CalibrationFile off = CalibrationFile.find(Map.of(CalibrationFile.VARIABLE, "off"));
        refused(off, "needs a calibration, and JSHMEM_CALIBRATION is off");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        "R_I" | "R_J"           | FILE:57: R_J is not a parameter of this kind of machine; nearest is R_L
        "title" | "like": "calibrated", "title" | FILE:4: a calibration is like no other machine; leave "like" out
        "coherent" | "mesh"     | FILE:6: memory "mesh" goes with "scalar" cores alone
        """)
    void aFileThatCannotBeTrustedIsIgnored(String right, String wrong, String why) throws IOException {
        refusedAs(TEXT.replace(right, wrong), why);
    }

    private void refusedAs(String text, String why) throws IOException {
        CalibrationFile found = with(text);
        String path = found.path().toString();
        refused(
                found,
                "cannot be simulated: calibration %s ignored: %s; oshrun calibrate makes a new one"
                        .formatted(path, why.replace("FILE", path)));
    }

    @Test
    void aFileOfAnotherHostOrThatOthersMayWriteIsIgnored() throws IOException {
        String here = HOST + ", " + CORES + " cores, ";
        refusedAs(TEXT, "it is of 'a host', this is '" + here + "'");
        with(CalibrationFile.text(here, Calibrations.round())).calibrated();
        Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-rw----"));
        assertTrue(file().trouble().contains(" ignored: others may write to it; oshrun calibrate"), file().trouble());
        CalibrationFile directory = CalibrationFile.find(Map.of(CalibrationFile.VARIABLE, folder.toString()));
        assertTrue(directory.trouble().contains(" cannot be read, Is a directory;"), directory.trouble());
    }
}
