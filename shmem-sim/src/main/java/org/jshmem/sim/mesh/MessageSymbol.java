// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import org.jshmem.sim.model.Symbol;

/// The software of messages by libraries that are imitated on a mesh, at either end. A machine need not have them: a
/// missing one is 0.
public enum MessageSymbol implements Symbol {
    i_message("each message of RCCE's family"),
    i_block("each part of a blocking message, as RCCE's"),
    i_request("each part of a message by requests, as iRCCE's"),
    i_light("each part of a lightweight message, as Kohler's");

    private final String meaning;

    MessageSymbol(String meaning) {
        this.meaning = meaning;
    }

    @Override
    public String unit() {
        return "instructions";
    }

    @Override
    public String meaning() {
        return meaning;
    }

    @Override
    public boolean isOptional() {
        return true;
    }
}
