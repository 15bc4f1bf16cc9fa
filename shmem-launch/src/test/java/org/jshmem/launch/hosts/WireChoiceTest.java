// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.launch.hosts.WireChoice.Offer;
import org.jshmem.launch.system.Refused;
import org.jshmem.ucx.HostAgent;
import org.jshmem.ucx.Ports;
import org.jshmem.ucx.Wiring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireChoiceTest {
    private static final Offer A = new Offer("a", "1.13.1", "");
    private static final Offer B = new Offer("b", "1.13.1", "");
    private static final Offer NEWER = new Offer("b", "1.18.0", "");
    private static final Offer WITHOUT = new Offer("b", "", "UCX is not installed (no libucp.so.0); install it");

    @Test
    void autoIsUcxWhereAllHostsHaveItAndSocketsElsewhere() {
        assertTrue(WireChoice.of("auto", List.of(A, B)).isUcx());
        WireChoice choice = WireChoice.of("auto", List.of(A, WITHOUT));
        assertFalse(choice.isUcx());
        assertEquals(
                "hosts are connected by TCP sockets (a at 10.0.0.1, b at 10.0.0.2): "
                        + "host b: UCX is not installed (no libucp.so.0); install it",
                choice.text(List.of("a", "b"), List.of("10.0.0.1", "10.0.0.2")));
        assertFalse(WireChoice.of("auto", List.of(A, NEWER)).isUcx());
    }

    @Test
    void withoutADeviceThatIsActiveAutoLoadsNoUcx(@TempDir Path system) throws IOException {
        String none = "no InfiniBand or RoCE device is active";
        assertEquals(none, WireChoice.missing("auto", system));
        Path state = Files.createDirectories(system.resolve("class/infiniband/mlx5_0/ports/1"))
                .resolve("state");
        Files.writeString(state, "1: DOWN\n");
        assertEquals(none, WireChoice.missing("auto", system));
        Files.writeString(state, "4: ACTIVE\n");
        assertEquals(HostAgent.missing(), WireChoice.missing("auto", system));
        assertEquals("--wire tcp", WireChoice.missing("tcp", system));
    }

    @Test
    void whatWasAskedForIsTakenOrRefused() {
        assertFalse(WireChoice.of("tcp", List.of(A, B)).isUcx());
        assertEquals(
                "tcp (--wire tcp:4000-4001)",
                WireChoice.of("tcp:4000-4001", List.of(A, B)).name());
        assertEquals("--wire tcp", WireChoice.missing("tcp:4000-4001", Path.of("/")));
        assertEquals(new Ports(4000, 4001), WireChoice.ports("tcp:4000-4001"));
        assertEquals(Ports.ANY, WireChoice.ports("tcp"));
        assertEquals("--wire tcps", WireChoice.missing("tcps:4000-4001", Path.of("/")));
        WireChoice sealed = WireChoice.of("tcps:4000-4001", List.of(A, B));
        assertEquals("tcps (--wire tcps:4000-4001)", sealed.name());
        assertEquals(
                "hosts are connected by encrypted TCP sockets (a at 10.0.0.1): --wire tcps:4000-4001",
                sealed.text(List.of("a"), List.of("10.0.0.1")));
        assertTrue(WireChoice.of("ucx", List.of(A, B)).isUcx());
        WireChoice oneSided = WireChoice.of("ucx:16k", List.of(A, B));
        assertEquals("ucx (--wire ucx:16k)", oneSided.name());
        assertEquals(Wiring.ucx(16384), oneSided.wiring("ucx:16k"));
        assertEquals(Wiring.UCX, WireChoice.of("auto", List.of(A, B)).wiring("auto"));
        var refused = assertThrows(Refused.class, () -> WireChoice.of("ucx", List.of(A, WITHOUT)));
        assertEquals("host b: UCX is not installed (no libucp.so.0); install it", refused.getMessage());
        refused = assertThrows(Refused.class, () -> WireChoice.of("ucx", List.of(A, NEWER)));
        assertEquals(
                "host a and host b differ in version of UCX (1.13.1, 1.18.0); all hosts need the same",
                refused.getMessage());
    }
}
