// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.ArrayDeque;
import java.util.List;
import java.util.stream.Stream;

/// Receives that no message has matched, and messages that no receive has matched.
///
/// Both lie in bins by context, sender and tag, so a match looks at few of them. Receives from any sender or with any
/// tag have a bin of their own. Numbers keep MPI's order between bins: the first receive that fits gets a message, and
/// a receive gets the first message that fits.
final class Matching {
    private static final int ANY = 64;

    private final List<ArrayDeque<Request>> posted = bins();
    private final List<ArrayDeque<Arrival>> unexpected = bins();
    private long numbers;

    private static <T> List<ArrayDeque<T>> bins() {
        return Stream.generate(ArrayDeque<T>::new).limit(ANY + 1).toList();
    }

    /// Messages of collective calls have a bin for each sender, since a receive of them accepts any tag.
    private static int bin(int context, int pe, int tag) {
        return context + pe + (Request.isCollective(context) ? 0 : tag) & ANY - 1;
    }

    private static int bin(Request r) {
        boolean any = r.peer == MPI.ANY_SOURCE || r.tag == MPI.ANY_TAG && !Request.isCollective(r.context);
        return any ? ANY : bin(r.context, r.pe(), r.tag);
    }

    private static int bin(Arrival a) {
        return bin(a.context(), a.pe(), a.tag());
    }

    long nextNumber() {
        return ++numbers;
    }

    /// Takes the message that a receive gets. If there is none, keeps the receive and returns null.
    Arrival post(Request r) {
        Arrival a = find(r);
        if (a != null) unexpected.get(bin(a)).remove(a);
        else {
            r.number = nextNumber();
            posted.get(bin(r)).add(r);
        }
        return a;
    }

    /// The message that a receive would get, or null. It stays.
    Arrival find(Request r) {
        int bin = bin(r);
        if (bin < ANY) return first(unexpected.get(bin), r);
        Arrival found = null;
        for (ArrayDeque<Arrival> each : unexpected) {
            Arrival a = each.isEmpty() ? null : first(each, r);
            if (a != null && (found == null || a.number() < found.number())) found = a;
        }
        return found;
    }

    private static Arrival first(ArrayDeque<Arrival> bin, Request r) {
        for (Arrival a : bin) if (a.matches(r)) return a;
        return null;
    }

    /// Takes the receive that gets a message. If there is none, keeps the message and returns null.
    Request arrive(Arrival a) {
        Request r = first(posted.get(bin(a)), a);
        Request any = first(posted.get(ANY), a);
        if (r == null || any != null && any.number < r.number) r = any;
        if (r == null) unexpected.get(bin(a)).add(a.kept());
        else withdraw(r);
        return r;
    }

    private static Request first(ArrayDeque<Request> bin, Arrival a) {
        for (Request r : bin) if (a.matches(r)) return r;
        return null;
    }

    /// Removes a receive. Returns whether it was here.
    boolean withdraw(Request r) {
        return posted.get(bin(r)).remove(r);
    }

    boolean hasReceive(Peers comm) {
        return posted.stream().anyMatch(bin -> bin.stream().anyMatch(r -> r.comm == comm));
    }
}
