// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The direct accesses of a PE in real time.
record AddressedMemory(Transport transport) implements DirectAccess {
    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Memory.copy(transport.address(srcPe, srcOffset), transport.address(dstPe, dstOffset), bytes);
    }

    @Override
    public void request(long to, int pe, long from, long bytes) {
        copy(transport.pe(), to, pe, from, bytes);
    }
}
