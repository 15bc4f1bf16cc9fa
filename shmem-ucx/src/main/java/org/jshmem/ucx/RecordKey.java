// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The key of the records in one direction of a [SealedChannel], and the number of the next record.
/*
 * Keys come from secrets by HKDF (RFC 5869). A record's nonce is the key's initial vector xor the record's number, as
 * in TLS 1.3. After MOST_RECORDS the next secret follows from the present one: RFC 8446, section 5.5, allows 2^24.5
 * full records for a key of AES-GCM.
 */
final class RecordKey {
    static final int MOST_RECORDS = 1 << 24;

    private static final String HKDF = "HKDF-SHA256";
    private static final int SECRET_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 8 * SealedChannel.TAG_BYTES;

    private final Cipher cipher;
    private final int most;
    private SecretKey secret;
    private SecretKey key;
    private byte[] vector;
    private long number;

    private RecordKey(SecretKey secret, int most) throws GeneralSecurityException {
        this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        this.most = most;
        take(secret);
    }

    /// The key of the direction `name` of a connection that has these nonces, in a job with this key.
    static RecordKey of(SocketKey job, byte[] nonces, String name) {
        return of(job, nonces, name, MOST_RECORDS);
    }

    /// A key that changes after `most` records.
    static RecordKey of(SocketKey job, byte[] nonces, String name, int most) {
        try {
            SecretKey connection = KDF.getInstance(HKDF)
                    .deriveKey(
                            HKDF,
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(job.bytes())
                                    .addSalt(nonces)
                                    .extractOnly());
            return new RecordKey(new SecretKeySpec(expand(connection, name, SECRET_BYTES), HKDF), most);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HKDF-SHA256 or AES-GCM; use a complete JDK", e);
        }
    }

    private static byte[] expand(SecretKey from, String purpose, int bytes) throws GeneralSecurityException {
        byte[] info = purpose.getBytes(StandardCharsets.US_ASCII);
        return KDF.getInstance(HKDF).deriveData(HKDFParameterSpec.expandOnly(from, info, bytes));
    }

    private void take(SecretKey next) throws GeneralSecurityException {
        secret = next;
        key = new SecretKeySpec(expand(secret, "key", SECRET_BYTES), "AES");
        vector = expand(secret, "vector", NONCE_BYTES);
        number = 0;
    }

    /// The cipher for the next record, in one of the modes of [Cipher].
    Cipher next(int mode) throws GeneralSecurityException {
        if (number == most) take(new SecretKeySpec(expand(secret, "next", SECRET_BYTES), HKDF));
        byte[] nonce = vector.clone();
        for (int k = 0; k < Long.BYTES; k++) nonce[NONCE_BYTES - 1 - k] ^= (byte) (number >>> 8 * k);
        number++;
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
