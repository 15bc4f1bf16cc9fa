// SPDX-License-Identifier: Apache-2.0
package org.jshmem.pmix;

import java.util.ArrayList;
import java.util.List;

/// A launcher that a PMIx server has started on each host of a job: the exchange of what the hosts have to know, and
/// the end of all of them.
public final class PmixHost {
    private static final String PREFIX = "org.jshmem.";

    private final PmixClient client;

    private PmixHost(PmixClient client) {
        this.client = client;
    }

    /// Connects to the server. Throws if that is impossible.
    public static PmixHost connect() {
        String rank = System.getenv("PMIX_RANK");
        if (rank == null) throw new IllegalStateException("no PMIx server has started this process");
        return new PmixHost(PmixClient.connect(rank));
    }

    /// The number of this host.
    public int rank() {
        return client.rank();
    }

    /// The number of hosts.
    public int size() {
        return client.number(PmixClient.JOB_SIZE)
                .orElseThrow(() -> new IllegalStateException("the PMIx server does not give " + PmixClient.JOB_SIZE));
    }

    /// Gives a text on a subject to all hosts, and returns the texts of all in order. Waits for all hosts.
    public List<String> exchange(String subject, String own) {
        client.publish(PREFIX + subject, own);
        client.exchange();
        List<String> all = new ArrayList<>();
        for (int k = 0; k < size(); k++) {
            String text = client.published(k, PREFIX + subject);
            if (text == null) throw new IllegalStateException("the PMIx server has no text of host " + k);
            all.add(text);
        }
        return all;
    }

    /// Ends the launchers of all hosts with this status.
    public void abort(int status, String why) {
        client.abort(status, why);
    }

    /// This launcher ends as it should.
    public void end() {
        client.end();
    }
}
