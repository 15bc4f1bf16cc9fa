// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.choice;

/// A rule of `auto`: the calls for which it takes a row. A table has its rules in order, and the first one that fits a
/// call decides. A team executes them ([Selection.Plan]), and the help prints them.
///
/// @param <A> the functional interface of the row
/// @param row the row
/// @param where the teams of the rule
/// @param members the most members
/// @param bytes the most bytes
/// @param each bytes below which the rule fits, times the members; 0 for no such limit
/// @param shared bytes that hold the data of all members and those of one more; 0 for no such limit
public record Rule<A>(Selection.Row<A> row, Where where, int members, long bytes, long each, long shared) {
    private static final int KIB = 1 << 10;

    /// The teams of a rule.
    public enum Where {
        /// All that no earlier rule has.
        ELSE("else"),
        /// Members on several hosts.
        HOSTS("several hosts"),
        /// Members on several hosts, those of each host adjacent.
        HOSTS_IN_ORDER("several hosts, each with adjacent members"),
        /// More than two members, which take turns on cores.
        IN_TURN("more than 2 members, oversubscribed");

        private final String text;

        Where(String text) {
            this.text = text;
        }

        private boolean has(TeamKind team) {
            return switch (this) {
                case ELSE -> true;
                case HOSTS -> team.severalHosts();
                case HOSTS_IN_ORDER -> team.severalHosts() && team.hostsInOrder();
                case IN_TURN -> team.inTurn();
            };
        }
    }

    /// A rule for all calls on such teams.
    public static <A> Rule<A> of(Where where, Selection.Row<A> row) {
        return new Rule<>(row, where, Integer.MAX_VALUE, Long.MAX_VALUE, 0, 0);
    }

    /// A rule for all calls that no earlier rule has.
    public static <A> Rule<A> of(Selection.Row<A> row) {
        return of(Where.ELSE, row);
    }

    /// This rule, limited to teams of at most `most` members.
    public Rule<A> members(int most) {
        return new Rule<>(row, where, most, bytes, each, shared);
    }

    /// This rule, limited to calls of at most `most` bytes.
    public Rule<A> upTo(long most) {
        return new Rule<>(row, where, members, most, each, shared);
    }

    /// This rule, limited to calls of fewer than `end` bytes.
    public Rule<A> below(long end) {
        return upTo(end - 1);
    }

    /// This rule, limited to calls of fewer bytes than these times the members.
    public Rule<A> belowEach(long bytesOfMember) {
        return new Rule<>(row, where, members, bytes, bytesOfMember, shared);
    }

    /// This rule, limited to calls whose data of all members, and of one more, take at most `most` bytes.
    public Rule<A> upToShared(long most) {
        return new Rule<>(row, where, members, bytes, each, most);
    }

    /// The most bytes of a call on such a team for which the rule fits; -1 for none.
    long most(TeamKind team) {
        if (!where.has(team) || team.members() > members) return -1;
        long most = bytes;
        if (each > 0) most = Math.min(most, each * team.members() - 1);
        if (shared > 0) most = Math.min(most, shared / (team.members() + 1));
        return most;
    }

    /// The rule as the help prints it, such as `several hosts, up to 8 KiB`.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(where == Where.ELSE ? "" : ", " + where.text);
        if (members < Integer.MAX_VALUE) text.append(", up to ").append(members).append(" members");
        boolean open = (bytes + 1) % KIB == 0 && bytes < Long.MAX_VALUE;
        if (open) text.append(", below ").append(size(bytes + 1));
        else if (bytes < Long.MAX_VALUE) text.append(", up to ").append(size(bytes));
        if (each > 0) text.append(", below p times ").append(size(each));
        if (shared > 0) text.append(", (p + 1) n up to ").append(size(shared));
        return text.isEmpty() ? where.text : text.substring(2);
    }

    private static String size(long bytes) {
        return bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " bytes";
    }
}
