// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;

/// The suite as a command, also where PEs have no addresses for each other's memory; here, since this module is
/// behind launcher, simulator and suite.
class SuiteIT {
    private static final String SCC = "--machine scc pgas --sizes 64 ";

    private static String pgas(int status, String arguments) throws Exception {
        return Ended.oshrun("-np 2 " + arguments).with(status).text();
    }

    @Test
    void itRunsByPutAndGetAloneAndSaysSo() throws Exception {
        String text = pgas(0, SCC + "putget random-put atomics pingpong putsignal");
        assertTrue(
                text.contains("# by put and get alone: not all PEs have addresses for each other's memory here\n"),
                text);
        assertTrue(text.lines().anyMatch(line -> line.matches("putget +alone +putget .*")), text);
        assertTrue(text.lines().noneMatch(line -> line.matches("\\S+ +\\S+ +ptr .*")), text);
    }

    @Test
    void ptrAloneIsRefused() throws Exception {
        assertEquals(
                "pgas: --access ptr: not all PEs have addresses for each other's memory here\n",
                pgas(2, SCC + "putget --access ptr"));
    }
}
