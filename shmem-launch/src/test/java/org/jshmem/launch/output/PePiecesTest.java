// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The bytes of each PE arrive as it wrote them, however the stream is cut.
class PePiecesTest {
    private static final byte[] NONE = {'a', 0, 'P', 'E', 'x', 0, 0, 'P', 0, 'P', 'E', '\n'}; // no beginning of a piece

    private final Map<Integer, ByteArrayOutputStream> written = new TreeMap<>();
    private final Map<Integer, ByteArrayOutputStream> arrived = new TreeMap<>();
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();

    private void write(int pe, byte[] bytes) throws IOException {
        if (pe == PePieces.NO_PE) stream.write(bytes);
        else PePieces.write(stream, pe, bytes, 0, bytes.length);
        add(written, pe, bytes, 0, bytes.length);
    }

    private static void add(Map<Integer, ByteArrayOutputStream> to, int pe, byte[] bytes, int from, int count) {
        assertTrue(count > 0);
        to.computeIfAbsent(pe, _ -> new ByteArrayOutputStream()).write(bytes, from, count);
    }

    private void assertArrived(int pe) {
        assertArrayEquals(written.get(pe).toByteArray(), arrived.get(pe).toByteArray(), "PE " + pe);
    }

    @Test
    void aPieceWithoutBytesIsTheEndOfItsPe() throws IOException {
        write(3, NONE);
        PePieces.end(stream, 4);
        write(3, NONE);
        byte[] all = stream.toByteArray();
        List<String> arrived = new ArrayList<>();
        new PePieces().take(all, 0, all.length, (pe, bytes, from, count) -> arrived.add(pe + ":" + count));
        assertEquals(List.of("3:" + NONE.length, "4:0", "3:" + NONE.length), arrived);
    }

    @Test
    void piecesOfAnyBytesArrivePeByPe() throws IOException {
        var random = new Random(1);
        byte[] any = new byte[10_000];
        random.nextBytes(any);
        write(PePieces.NO_PE, NONE);
        write(3, any);
        write(0, NONE);
        write(PePieces.NO_PE, new byte[] {0});
        write(100_000, new byte[] {0});
        write(0, any);
        write(PePieces.NO_PE, NONE);
        write(PePieces.NO_PE, new byte[] {0, 'P'});
        var pieces = new PePieces();
        byte[] all = stream.toByteArray();
        for (int at = 0, n; at < all.length; at += n) {
            n = Math.min(1 + random.nextInt(9), all.length - at);
            pieces.take(all, at, n, (pe, bytes, from, count) -> add(arrived, pe, bytes, from, count));
        }
        pieces.end((pe, bytes, from, count) -> add(arrived, pe, bytes, from, count));
        written.keySet().forEach(this::assertArrived);
    }
}
