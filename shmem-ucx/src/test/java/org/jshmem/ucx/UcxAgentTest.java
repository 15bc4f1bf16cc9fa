// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// The agent on UCX, over this host's loopback.
final class UcxAgentTest extends AgentContract {
    @Override
    Function<Wire.Receiver, Wire> wires() {
        String missing = UcxLibrary.missing();
        assumeTrue(missing == null, missing);
        return UcxWire::new;
    }

    @Test
    void aMessageWithAHeaderOfAnotherLengthEndsItsSenderAlone() throws Throwable {
        assertEquals(1, answers((wire, link, memory) -> wire.send(link, memory, 8, memory, 8)));
        assertEquals(0, client(3, TOKEN).load(0, 0, 64, 8));
    }

    @Test
    void aMessageWithTooManyBytesEndsItsSenderAlone() throws Throwable {
        int bytes = Message.MOST_BYTES + 1;
        assertEquals(1, answers((wire, link, memory) -> wire.send(link, memory, Message.HEADER_BYTES, memory, bytes)));
        assertEquals(0, client(3, TOKEN).load(0, 0, 64, 8));
    }

    /// Its sender is unknown, so the next message is carried out. An answer to it would end the JVM.
    @Test
    void aMessageThatCannotBeAnsweredIsIgnored() throws Throwable {
        assertEquals(2, answers((wire, link, memory) -> {
            long plain = memory + Message.HEADER_BYTES; // zeros: no option, so no link for answers
            long unused =
                    (long) Ucx.AM_SEND.invokeExact(link, 7, memory, (long) Message.HEADER_BYTES, memory, 8L, plain);
        }));
        assertEquals(0, client(3, TOKEN).load(0, 0, 64, 8));
    }

    private interface Malformed {
        void send(Wire wire, long link, long memory) throws Throwable;
    }

    /// The number of answers to a hello and to a question, between which the sender sends a malformed message.
    private int answers(Malformed malformed) throws Throwable {
        int[] answers = {0};
        Wire.Receiver receiver = (from, header, data, bytes) -> answers[0]++;
        try (Arena arena = Arena.ofConfined();
                Wire wire = wires().apply(receiver)) {
            long memory = arena.allocate(2 * Message.MOST_BYTES, 8).address();
            long message = arena.allocate(Message.HEADER_BYTES, 8).address();
            long link = wire.connect(agentAddress());
            Message.head(message, Message.HELLO, 0, 0, 2, 0);
            Message.operands(message, JOB, TOKEN, 0);
            Message.flag(message, Message.TELL);
            wire.send(link, message, Message.HEADER_BYTES, message, 0);
            while (answers[0] == 0) wire.progress();
            malformed.send(wire, link, memory);
            Message.head(message, Message.SYNC, 0, 0, 0, 0);
            Message.operands(message, 0, 0, 0);
            Message.flag(message, Message.TELL);
            Message.number(message, 1);
            wire.send(link, message, Message.HEADER_BYTES, message, 0);
            for (int k = 0; k < 500 && answers[0] < 2; k++) {
                wire.progress();
                Thread.sleep(1);
            }
        }
        return answers[0];
    }
}
