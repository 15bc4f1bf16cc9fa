// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The events of a recording of the JDK's Flight Recorder.
class FlightEventsTest {
    private static final List<String> NAMES = List.of("Wait", "Collective", "Transfer");

    @TempDir
    Path folder;

    /// PE 1 waits for half a second, longer than a transfer takes where another program has its core for a while.
    private static void program(Shmem sh) {
        SymLongs box = sh.longs(8192).named("box");
        if (sh.myPe() == 0) {
            box.put(0, new long[8191], 0, 8191, 1); // 8 bytes less than an event needs
            box.put(0, new long[8192], 0, 8192, 1);
            box.get(0, new long[8192], 0, 8192, 1);
            sh.sleep(Duration.ofMillis(500));
            box.p(5, 7, 1);
        } else box.waitUntil(5, Cmp.EQ, 7);
        sh.barrierAll();
    }

    /// The events of the program in a recording that has those of `names`, from `threshold` on.
    private List<RecordedEvent> recorded(List<String> names, Duration threshold) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            for (String name : NAMES) {
                if (names.contains(name)) recording.enable("org.jshmem." + name).withThreshold(threshold);
                else recording.disable("org.jshmem." + name);
            }
            recording.start();
            Shmem.runInProcess(2, (sh, a) -> program(sh));
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(each -> each.getEventType().getName().startsWith("org.jshmem."))
                .toList();
    }

    private static Set<String> texts(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(each -> each.getEventType().getName().equals("org.jshmem." + name))
                .map(each -> each.getInt("pe") + " " + each.getString("what")
                        + (each.hasField("bytes") ? " " + each.getLong("bytes") + " at " + each.getInt("target") : ""))
                .collect(Collectors.toSet());
    }

    @Test
    void waitsCollectivesAndLongTransfersAreEventsWithACategoryAndAThreshold() throws Exception {
        List<RecordedEvent> events = recorded(NAMES, Duration.ZERO);
        assertEquals(Set.of("0 put 65536 at 1", "0 get 65536 at 1"), texts(events, "Transfer"));
        assertTrue(
                texts(events, "Collective").containsAll(Set.of("0 barrier", "1 barrier", "1 init")),
                () -> texts(events, "Collective").toString());
        String wait = "1 for element 5 of \"box\" of 8192 longs to be == 7; it is 7";
        assertTrue(texts(events, "Wait").contains(wait), () -> wait + " is none of " + texts(events, "Wait"));
        for (String name : NAMES) {
            EventType type = FlightRecorder.getFlightRecorder().getEventTypes().stream()
                    .filter(each -> each.getName().equals("org.jshmem." + name))
                    .findFirst()
                    .orElseThrow();
            assertEquals(List.of("OpenSHMEM"), type.getCategoryNames());
            assertTrue(type.getSettingDescriptors().stream()
                    .anyMatch(each -> each.getName().equals("threshold")
                            && each.getDefaultValue().equals("20 us")));
        }
    }

    @Test
    void aThresholdLeavesShortEventsOut() throws Exception {
        List<RecordedEvent> events = recorded(NAMES, Duration.ofMillis(400));
        assertEquals(Set.of(), texts(events, "Transfer"));
        assertTrue(texts(events, "Wait").stream().anyMatch(each -> each.contains("box")), () -> events.toString());
    }
}
