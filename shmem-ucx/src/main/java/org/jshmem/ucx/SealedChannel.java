// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;

/// A connection whose bytes are encrypted and authenticated by AES-256-GCM, for `--wire tcps`.
///
/// Bytes leave in records: 4 bytes with the length of the rest, then the encrypted bytes and their tag. Each
/// direction has its own key, and each record its number: a record that is altered, repeated, left out or sent back
/// ends the connection.
/*
 * This is the record layer of TLS 1.3 after another handshake: the JDK has no TLS with a key that both ends have
 * already (PSK), and certificates would need an authority. Handshake has proved the job's key by then. Both nonces of
 * the handshake are in the keys, so no two connections have the same.
 *
 * A write takes its bytes from the caller's buffers only when their whole record has left; until then the caller
 * writes the same bytes again, as the queue of a link does. So no bytes wait here that the link counts as sent. A read
 * takes at most IN_BYTES, and the caller's buffers have room for all records in them. So no bytes wait here of which
 * the selector does not tell.
 */
final class SealedChannel {
    /// Most bytes of a record before encryption.
    static final int MOST_PLAIN = 16 << 10;

    static final int LENGTH_BYTES = Integer.BYTES;
    static final int TAG_BYTES = 16;

    /// Bytes for which the buffers of a read need room.
    static final int IN_BYTES = 2 * (LENGTH_BYTES + MOST_PLAIN + TAG_BYTES);

    private final SocketChannel channel;
    private final RecordKey sealing;
    private final RecordKey opening;
    private final byte[] plain = new byte[MOST_PLAIN];
    private final ByteBuffer in = ByteBuffer.allocate(IN_BYTES);

    /// The record that leaves.
    private final ByteBuffer out =
            ByteBuffer.allocate(LENGTH_BYTES + MOST_PLAIN + TAG_BYTES).limit(0);

    /// Bytes of the caller's buffers in that record, or 0.
    private int held;

    /// `sealing` is the key of records that leave, `opening` of those that come.
    SealedChannel(SocketChannel channel, RecordKey sealing, RecordKey opening) {
        this.channel = channel;
        this.sealing = sealing;
        this.opening = opening;
    }

    /// As [SocketChannel#write].
    long write(ByteBuffer... from) throws IOException {
        long written = 0;
        while (held > 0 || seal(from)) {
            channel.write(out);
            if (out.hasRemaining()) break;
            for (int k = 0, left = held; left > 0; k++) {
                int taken = Math.min(left, from[k].remaining());
                from[k].position(from[k].position() + taken);
                left -= taken;
            }
            written += held;
            held = 0;
        }
        return written;
    }

    /// Makes the next record. Returns false if the buffers are empty.
    private boolean seal(ByteBuffer[] from) {
        for (ByteBuffer each : from) {
            int bytes = Math.min(MOST_PLAIN - held, each.remaining());
            each.get(each.position(), plain, held, bytes);
            held += bytes;
        }
        if (held == 0) return false;
        out.clear().putInt(held + TAG_BYTES);
        try {
            int sealed = sealing.next(Cipher.ENCRYPT_MODE).doFinal(plain, 0, held, out.array(), LENGTH_BYTES);
            out.position(0).limit(LENGTH_BYTES + sealed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // the cipher has worked before, and there is room
        }
        return true;
    }

    /// As [SocketChannel#read].
    long read(ByteBuffer... to) throws IOException {
        if (channel.read(in) < 0) return -1;
        in.flip();
        long read = 0;
        int next = 0;
        while (in.remaining() >= LENGTH_BYTES) {
            int length = in.getInt(in.position());
            if (length <= TAG_BYTES || length > MOST_PLAIN + TAG_BYTES) throw altered();
            if (in.remaining() < LENGTH_BYTES + length) break;
            int bytes = open(in.position() + LENGTH_BYTES, length);
            in.position(in.position() + LENGTH_BYTES + length);
            for (int at = 0; at < bytes; ) {
                while (!to[next].hasRemaining()) next++;
                int part = Math.min(bytes - at, to[next].remaining());
                to[next].put(plain, at, part);
                at += part;
            }
            read += bytes;
        }
        in.compact();
        return read;
    }

    private int open(int at, int length) throws IOException {
        try {
            return opening.next(Cipher.DECRYPT_MODE).doFinal(in.array(), at, length, plain, 0);
        } catch (AEADBadTagException e) {
            throw altered();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // the cipher has worked before, and there is room
        }
    }

    private static IOException altered() {
        return new IOException("bytes of the connection were altered on their way");
    }
}
