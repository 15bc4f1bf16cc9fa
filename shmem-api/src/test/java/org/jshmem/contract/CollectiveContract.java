// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.ThreadLevel;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Exchanges;
import org.jshmem.collective.algorithm.Gathers;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// What every backend's collectives have to do. A backend says how to run PEs; the rest is the same for all.
public abstract class CollectiveContract extends ArithmeticContract {
    @Test
    void syncReleasesNobodyBeforeTheLastArrives() throws Exception {
        for (int npes : List.of(1, 2, 3, 5, 8)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport;
                for (int round = 1; round <= 200; round++) {
                    t.channel().store(t.pe(), heap, 8, round);
                    g.barrier.sync(Operation.SYNC);
                    for (int pe = 0; pe < npes; pe++)
                        assertTrue(t.channel().load(pe, heap, 8) >= round, "PE " + pe + " late");
                    g.barrier.sync(Operation.SYNC);
                }
            });
        }
    }

    /// A flag carries 12 bits of a hash, so two calls may look the same. Those after them do not, since the hash is one
    /// over all calls.
    @Test
    void callsThatLookTheSameAreFoundInTheNextOne() throws Exception {
        long twin = LongStream.iterate(16, bytes -> bytes + 8)
                .filter(bytes -> tag(bytes) == tag(8))
                .findFirst()
                .getAsLong();
        world(2, (g, heap) -> {
            String text = thrownBy(() -> {
                g.barrier.sync(Operation.ALLOCATE, g.me == 0 ? 8 : twin, 8, 0, 0);
                g.barrier.sync(Operation.SYNC);
            });
            assertTrue(text.contains("call 1 of the world team is"), text);
            assertTrue(text.contains("allocate(bytes=8, align=8, kind=bytes) on PE 0"), text);
        });
    }

    /// The bits of the hash that a flag carries if the team's first call allocates this number of bytes.
    private static long tag(long bytes) {
        long call = CallLog.mix(0, Operation.ALLOCATE.ordinal() + 1);
        return CallLog.mix(call, CallLog.hash(Operation.ALLOCATE, bytes, 8, 0, 0, 0, 0)) >>> 52;
    }

    @Test
    void collectivesInAnyOrderDoNotDisturbEachOther() throws Exception {
        for (int npes : Samples.of(List.of(3, 8), List.of(2, 3, 5, 8))) {
            world(npes, (g, heap) -> makeCallsInAnyOrder(g, heap, rounds(500, 1500)));
        }
    }

    /// Flags of the team before it would end waits of the new team at once.
    @Test
    void aSlotThatAnotherTeamHasFilledServesTheNextTeam() throws Exception {
        for (int npes : List.of(3, 5)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport;
                Group.prepare(t, 2);
                long slot = SystemLayout.slot(2, npes);
                for (long at = 0; at < SystemLayout.slotBytes(npes); at += 8) {
                    t.channel().store(t.pe(), slot + at, 8, 1L << 40);
                }
                Group.prepare(t, 2);
                g.barrier.sync(Operation.SYNC);
                makeCallsInAnyOrder(Group.of(t, t.channel(), TeamMembers.strided(2, 0, 1, npes)), heap, 200);
            });
        }
    }

    private static void makeCallsInAnyOrder(Group g, long heap, int calls) {
        makeCallsInAnyOrder(g, heap, calls, _ -> {});
    }

    /// Makes calls with random algorithms and arguments, and checks their results; runs `after` with the number of
    /// each.
    public static void makeCallsInAnyOrder(Group g, long heap, int calls, IntConsumer after) {
        int npes = g.size;
        Random same = new Random(42); // the same choices on every PE
        for (int call = 0; call < calls; call++) {
            CollectiveCall each = CollectiveCall.values()[same.nextInt(CollectiveCall.values().length)];
            Collective c = each.collective();
            List<String> names = AlgorithmNames.names(c);
            choose(g, c, names.get(same.nextInt(names.size())));
            g.access(c, same.nextBoolean() ? Access.PTR : Access.PUTGET);
            int n = same.nextInt(4) == 0 ? same.nextInt(3000) : same.nextInt(9);
            int root = same.nextInt(npes);
            checkCall(g, each, ElementType.LONG, heap + HEAP / 2, heap, n, root, call, "call " + call);
            after.accept(call);
        }
    }

    /// Members of a host do not stand together in it, and hosts have different numbers of them.
    @Test
    void teamsOfAnyPesInAnyOrderWork() throws Exception {
        world(7, (g, heap) -> {
            Transport t = g.transport;
            Group.prepare(t, 2);
            Group.prepare(t, 3);
            g.barrier.sync(Operation.SYNC);
            TeamMembers some = new TeamMembers(2, 4, 0, 5, 3, 1);
            if (some.member(t.pe()) < 0) return;
            Group team = Group.of(t, t.channel(), some);
            Group apart = Group.of(t, t.channel(), new TeamMembers(3, 4, 0, 5, 3, 1));
            makeCallsInAnyOrder(team, heap, rounds(200, 600));
            apart.barrier.sync(
                    Operation.SYNC); // a member that is still in the last broadcast would hear of what follows there
            String text = thrownBy(() -> {
                team.barrier.sync(team.me == 1 ? Operation.BARRIER : Operation.SYNC);
                team.barrier.sync(Operation.SYNC);
            });
            assertTrue(text.contains(" of the team of PEs 4 0 5 3 1 is"), text);
        });
    }

    @Test
    void flagsGoOnWhenTheirSignTurnsAfterMonthsOfBarriers() throws Exception {
        for (int npes : List.of(2, 5)) {
            world(npes, (1L << 47) - 40, (g, heap) -> {
                for (int round = 0; round < 100; round++) {
                    g.barrier.sync(Operation.BARRIER);
                    assertEquals(npes * (long) round, Reductions.reduce(g, Op.SUM, round));
                }
            });
        }
    }

    /// From 16 members on, values travel in rounds; each member still combines them one after the other.
    @Test
    void scansOfValuesHaveTheBitsOfALoop() throws Exception {
        for (int npes : List.of(3, 17)) {
            world(npes, (g, heap) -> {
                choose(g, Collective.SCAN, "linear");
                double sum = 0;
                for (int k = 0; k < g.me; k++) sum += 1.0 / (3 + k);
                double mine = 1.0 / (3 + g.me);
                assertEquals(sum, scan(g, Operation.EXSCAN_VALUE, mine));
                assertEquals(sum + mine, scan(g, Operation.INSCAN_VALUE, mine));
            });
        }
    }

    private static double scan(Group g, Operation operation, double mine) {
        long bits = Double.doubleToRawLongBits(mine);
        return Double.longBitsToDouble(Scans.value(g, operation, Op.SUM, ElementType.DOUBLE, bits));
    }

    /// Each of six members is in another call. A mismatch that one of them finds ends the calls of all, on all hosts,
    /// for
    /// good: also when the other members make no calls any more and the log of calls has forgotten the difference.
    @Test
    void sixDifferentCallsThrowOnEveryMemberAndNameTwoOfThem() throws Exception {
        ElementType type = ElementType.LONG;
        world(6, (g, heap) -> {
            long dst = heap + 4096;
            String text = thrownBy(() -> {
                g.barrier.sync(Operation.SYNC); // a slow member may hear of the mismatch in here
                switch (g.me) {
                    case 0 -> g.barrier.sync(Operation.BARRIER);
                    case 1 -> Broadcasts.broadcast(g, type, dst, heap, 3, 2);
                    case 2 -> Reductions.reduce(g, Op.SUM, type, dst, heap, 3);
                    case 3 -> Gathers.fcollect(g, type, dst, heap, 3);
                    case 4 -> Exchanges.alltoall(g, type, dst, heap, 3);
                    default -> Scans.scan(g, Operation.INSCAN, Op.SUM, type, dst, heap, 3);
                }
                g.barrier.sync(Operation.SYNC);
            });
            String words =
                    "PE " + g.me + "/6: call 2 of the world team is .*\\(.*\\) on PE \\d but .*\\(.*\\) on PE .*";
            assertTrue(text.matches(words), text);
            for (int k = 0; k < (g.me == 0 ? 20 : 1); k++)
                assertEquals(text, thrownBy(() -> g.barrier.sync(Operation.SYNC)));
        });
    }

    /// The members of a host as a team of their own, while they lead hosts of the world in another thread.
    @Test
    void aTeamOfEachHostAndTheWorldAreIndependent() throws Exception {
        world(6, (g, heap) -> {
            Transport t = g.transport;
            if (t.threadLevel() != ThreadLevel.MULTIPLE) return;
            Group.prepare(t, SystemLayout.SHARED);
            g.barrier.sync(Operation.SYNC);
            TeamMembers near = new TeamMembers(SystemLayout.SHARED, t.topology().neighbours(t.pe()));
            Group shared = Group.of(t, t.open(), near);
            long sum = near.size * 3L;
            FutureTask<Void> other = new FutureTask<>(() -> {
                for (int round = 0; round < 500; round++) {
                    assertEquals(sum, Reductions.reduce(shared, Op.SUM, 3));
                    shared.barrier.sync(Operation.SYNC);
                }
                return null;
            });
            new Thread(other).start();
            for (int round = 0; round < 500; round++) {
                assertEquals(12, Reductions.reduce(g, Op.SUM, 2));
                g.barrier.sync(Operation.BARRIER);
            }
            other.get();
        });
    }

    @Test
    void whoIsInACallOfMoreStepsDoesNotPassForOneThatHasGoneOn() throws Exception {
        List<String> names = names(Collective.REDUCE);
        for (String name : names) {
            for (int odd = 0; odd < 3; odd++) {
                int other = odd;
                if (!tries(names.indexOf(name), odd)) continue;
                world(3, (g, heap) -> {
                    choose(g, Collective.REDUCE, name);
                    // all but one are in a sync, which must not let them go
                    String text = thrownBy(() -> {
                        if (g.me == other) {
                            Reductions.reduce(g, Op.AND, ElementType.LONG, heap + 1024, heap + 1024, 64);
                        } else {
                            g.barrier.sync(Operation.SYNC);
                            throw new AssertionError(name + " on PE " + other + " lets PE " + g.me + " go");
                        }
                    });
                    assertTrue(text.contains("sync()") && text.contains("reduce(op=and"), text);
                });
            }
        }
    }
}
