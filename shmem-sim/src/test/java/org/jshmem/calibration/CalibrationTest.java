// SPDX-License-Identifier: Apache-2.0
package org.jshmem.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    private final Calibration made = Calibrations.round();

    @TempDir
    Path folder;

    private CalibrationFile file() {
        return CalibrationFile.find(Map.of("XDG_CONFIG_HOME", folder.toString()));
    }

    private CalibrationFile with(String text) throws IOException {
        file().write(made);
        Files.writeString(file().path(), text);
        return file();
    }

    @Test
    void whatIsWrittenIsReadAgainAndIsForItsUserAlone() throws IOException {
        assertEquals(made, Calibration.parse(made.json()));
        assertNull(file().calibration());
        assertEquals("", file().trouble());
        file().write(made);
        assertEquals(folder.resolve("jshmem/calibration.json"), file().path());
        assertEquals(made, file().calibration());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())));
        assertNull(CalibrationFile.find(Map.of(CalibrationFile.VARIABLE, "off")).path());
    }

    @Test
    void aFileThatCannotBeTrustedIsIgnoredInOneLine() throws IOException {
        String all = made.json();
        refused(all.substring(0, all.length() / 2), "damaged, this is not the JSON of a calibration: ");
        refused(
                all.replace("jshmem calibration 1", "jshmem calibration 2"),
                "damaged, it is not a 'jshmem calibration 1'");
        refused(
                all.replace("\"value\": 200.0", "\"value\": -200.0"),
                "damaged, R_I has -200.0; give a number of 0 or more");
        refused(
                all.replace("\"cores\": ", "\"cores\": 1"),
                "it is of 1" + made.cores() + " cores, here are " + made.cores());
        refused(
                all.replace("\"cpu\": \"", "\"cpu\": \"Other "),
                "it is of 'Other " + made.cpu() + "', this is '" + made.cpu() + "'");
        with(all);
        Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-rw----"));
        assertTrue(file().trouble().contains("ignored: others may write to it; oshrun calibrate"), file().trouble());
    }

    @Test
    void aFileThatCannotBeReadIsNotCalledDamaged() {
        CalibrationFile found = CalibrationFile.find(Map.of(CalibrationFile.VARIABLE, folder.toString()));
        assertNull(found.calibration());
        assertEquals(
                "calibration %s ignored: it cannot be read (Is a directory); make it readable, or set JSHMEM_CALIBRATION to off"
                        .formatted(folder),
                found.trouble());
    }

    private void refused(String text, String why) throws IOException {
        CalibrationFile found = with(text);
        assertNull(found.calibration());
        assertTrue(found.trouble().startsWith("calibration " + found.path() + " ignored: " + why), found.trouble());
        assertTrue(found.trouble().endsWith("; oshrun calibrate makes a new one"), found.trouble());
        assertEquals(1, found.trouble().lines().count());
    }
}
