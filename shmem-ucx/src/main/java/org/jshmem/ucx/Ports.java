// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The ports on which hosts may listen, such as those that a firewall between them passes.
///
/// @param low the first one
/// @param high the last one
public record Ports(int low, int high) {
    /// Any free port.
    public static final Ports ANY = new Ports(0, 0);

    private static final Pattern RANGE = Pattern.compile("(\\d{1,5})-(\\d{1,5})");
    private static final int LAST = 65_535;

    /// Parses a range such as `40000-40100`; null for other text.
    public static Ports parse(String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) return null;
        var ports = new Ports(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
        return ports.low < 1 || ports.high < ports.low || ports.high > LAST ? null : ports;
    }

    /// Listens at this address, on the first of these ports that is free.
    void bind(ServerSocketChannel server, InetAddress own, int backlog) throws IOException {
        for (int port = low; port <= high; port++) {
            try {
                server.bind(new InetSocketAddress(own, port), backlog);
                return;
            } catch (BindException taken) {
                if (port == high) throw low == 0 ? taken : new BindException(full(taken));
            }
        }
    }

    private String full(BindException why) {
        return "none of the ports %s can be taken (%s); give --wire other ports".formatted(this, why.getMessage());
    }

    @Override
    public String toString() {
        return low + "-" + high;
    }
}
