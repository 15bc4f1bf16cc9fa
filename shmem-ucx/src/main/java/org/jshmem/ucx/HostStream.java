// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

/// The messages to one host.
final class HostStream {
    final int host;
    long link;
    boolean connected;
    long next;

    /// Up to here all is carried out.
    volatile long done = -1;

    /// Up to here an answer is on its way that will tell.
    long told = -1;

    /// One-way messages since the last quiet, and between the two before.
    int since;

    int usual;

    /// What may fill the socket: bytes sent since the agent was last known to have carried out all.
    long pressure;

    HostStream(int host) {
        this.host = host;
    }
}
