// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The handshake of a new connection: it proves to each end that the other end has the job's key, without sending the
/// key.
///
/// ```
///   agent  -> caller   magic, nonce a
///   caller -> agent    nonce c, HMAC-SHA-256(key, "caller" a c)
///   agent  -> caller   HMAC-SHA-256(key, "agent" a c)
/// ```
/*
 * Both nonces are in both proofs, so a recorded proof is not valid on another connection. The names keep an end from
 * returning the proof that it received. Each message has a fixed length, and no byte after it is read. An end without
 * a key therefore makes the other end hold these bytes and a descriptor only.
 */
final class Handshake {
    /// Bytes of a key, of a nonce and of a proof.
    static final int BYTES = 32;

    private static final String CALLER = "caller";
    private static final String AGENT = "agent";

    private static final byte[] PLAIN = "jshmem 1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEALED = "jshmem 2".getBytes(StandardCharsets.US_ASCII);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SocketKey key;
    private final byte[] magic;
    private final boolean calls;
    private final byte[] own = new byte[BYTES];
    private final byte[] other = new byte[BYTES];
    private final ByteBuffer in;
    private ByteBuffer out = ByteBuffer.allocate(0);
    private boolean challenged;
    private boolean proved;

    private Handshake(SocketKey key, boolean calls) {
        this.key = key;
        this.magic = key.seals() ? SEALED : PLAIN;
        this.calls = calls;
        this.in = ByteBuffer.allocate(magic.length + 2 * BYTES);
        RANDOM.nextBytes(own);
    }

    /// The handshake of the end that connects.
    static Handshake ofCaller(SocketKey key) {
        var handshake = new Handshake(key, true);
        handshake.in.limit(handshake.magic.length + BYTES);
        return handshake;
    }

    /// The handshake of the end that accepts connections.
    static Handshake ofAgent(SocketKey key) {
        var handshake = new Handshake(key, false);
        handshake.out = ByteBuffer.allocate(handshake.magic.length + BYTES)
                .put(handshake.magic)
                .put(handshake.own)
                .flip();
        handshake.in.limit(2 * BYTES);
        return handshake;
    }

    /// Sends and receives as far as possible without waiting. Returns true once both ends have proved that they
    /// have the key. Throws if the other end does not have it.
    boolean advance(ByteChannel channel) throws IOException {
        while (true) {
            channel.write(out);
            if (out.hasRemaining()) throw new IOException("a new connection has no room for a handshake");
            if (proved) return true;
            if (channel.read(in) < 0) throw new EOFException("the other end closed the connection in the handshake");
            if (in.hasRemaining()) return false;
            take(in.flip());
        }
    }

    private void take(ByteBuffer message) throws IOException {
        if (calls && !challenged) {
            byte[] theirs = new byte[magic.length];
            message.get(theirs);
            if (!MessageDigest.isEqual(theirs, magic)) throw new IOException("the other end is not an agent of jshmem");
            message.get(other);
            challenged = true;
            out = ByteBuffer.allocate(2 * BYTES).put(own).put(proof(CALLER)).flip();
            in.clear().limit(BYTES);
            return;
        }
        if (!calls) message.get(other);
        byte[] given = new byte[BYTES];
        message.get(given);
        if (!MessageDigest.isEqual(given, proof(calls ? AGENT : CALLER))) { // in constant time
            throw new IOException("the other end does not have the key of this job");
        }
        if (!calls) out = ByteBuffer.wrap(proof(AGENT));
        proved = true;
    }

    /// The nonces of agent and caller.
    private byte[] nonces() {
        return ByteBuffer.allocate(2 * BYTES)
                .put(calls ? other : own)
                .put(calls ? own : other)
                .array();
    }

    /// After the handshake: the connection as one that encrypts; null if those of this job do not.
    SealedChannel sealed(SocketChannel channel) {
        if (!key.seals()) return null;
        RecordKey ofCaller = RecordKey.of(key, nonces(), CALLER);
        RecordKey ofAgent = RecordKey.of(key, nonces(), AGENT);
        return calls ? new SealedChannel(channel, ofCaller, ofAgent) : new SealedChannel(channel, ofAgent, ofCaller);
    }

    private byte[] proof(String name) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.bytes(), "HmacSHA256"));
            mac.update(name.getBytes(StandardCharsets.US_ASCII));
            mac.update(nonces());
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256; use a complete JDK", e);
        }
    }
}
