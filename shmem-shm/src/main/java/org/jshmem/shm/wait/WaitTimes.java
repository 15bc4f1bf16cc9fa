// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

/// The constants of waiting, in the order in which a wait meets them, each with its reason and, where another
/// value was tried, its effect on two cores. Times are in nanoseconds.
final class WaitTimes {
    private WaitTimes() {}

    // looks and spins: a PE with a core of its own

    /// Looks at a word before a wait for it begins: less than a microsecond. Publishing so short a wait would
    /// take as long as the wait.
    static final int FIRST_SPINS = 50;

    /// Looks of a published wait before its last yields: less than 0.1 ms.
    static final int SPINS = 1450;

    /// The longest time of these looks. Compiled ones take less; interpreted ones would take 2 ms, in which
    /// this JVM's compilers need the core.
    static final long LONGEST_SPIN = 100_000;

    /// The looks between two readings of the clock.
    static final int SPINS_OF_A_LOOK_AT_THE_CLOCK = 50;

    /// The looks between two yields. A barrier of two PEs that share a core takes 2.6 us with these, and 6.3
    /// us with a yield every 50 looks after the first four microseconds.
    static final int SPINS_OF_A_YIELD = 25;

    /// Yields before the first sleep. With 64 PEs on 2 cores, a thread each, a barrier takes 52 us with
    /// these, 180 us by yields alone in log rounds, and 1,500 us after spinning.
    static final int YIELDS = 16;

    // sleeps

    /// The first sleep of a wait; each further one is twice as long. With sleeps of 50 us, one PE that
    /// computes while 63 others park runs ten times slower.
    static final long FIRST_SLEEP = 160_000;

    /// The last sleep is the first one doubled this number of times: 10 ms, the bound of `Futex` on a lost wake-up.
    static final int DOUBLINGS = 6;

    /// A wait that has lasted for longer than 32 times that sleeps for this part of its time so far: 64 PEs that
    /// wait on two hosts otherwise take 3 to 6 % of a core.
    static final int PART_OF_WAIT = 32;

    /// The longest of these sleeps.
    static final long LONGEST_SLEEP = 250_000_000;

    /// The doublings until all PEs have started: 40 ms. More looks would take time from PEs that start.
    static final int STARTING_DOUBLINGS = 8;

    /// The same for PEs that take many turns on a core: 0.7 s. A job of 4,096 JVMs that wake every 10 ms
    /// fills two cores.
    static final int MOST_DOUBLINGS = 12;

    /// The least number of early sleeps that are parks where PEs outnumber cores: the first call of native
    /// code, which a sleep on a futex is, takes a JVM 20 ms.
    static final int EARLY_PARKS = 8;

    /// The largest number of these. Where many JVMs share a core, native code in each of them costs more than
    /// parks. Each park lasts until a tick of the kernel's clock: 32 of them took the first 100 ms of a
    /// program of barriers.
    static final int MOST_EARLY_PARKS = 512;

    // shared cores

    /// A yield on a core that no other thread uses returns within this time.
    static final long OWN_CORE_YIELD = 700;

    /// A longer yield has met a thread that computes: since Linux 6.16 it takes a time slice.
    static final long SLICE = 200_000;

    /// The time without yields after such a meeting. Next to two busy loops 10,000 barriers of two PEs take
    /// 0.1 to 0.2 s with it, and 3.4 to 9.8 s if each PE goes on yielding.
    static final long REST = 100_000_000;

    /// A thread moves to another core if it has spent this part of a period, 1 / `AWAY`, in yields on a
    /// shared one.
    static final int AWAY = 4;

    /// The shortest first period; the longest one is three times as long, drawn at random, so that the
    /// threads of a core do not move together.
    static final long SHORTEST_PERIOD = 1_000_000;

    /// The most doublings of a period after moves in vain, on a machine that is busy with other work.
    static final int MOST_PERIOD_DOUBLINGS = 4;

    // checks of the job in a long wait

    /// The time between two looks at other PEs, for each turn that PEs take on a core.
    static final long CHECK = 10_000_000;

    /// The same until all PEs have started: there is nothing to compare, and a look at a process takes a new
    /// JVM 0.3 ms.
    static final long STARTING_CHECK = 1_000_000_000;

    /// The time before the first text of a wait, for each turn of JVMs and each host: a text may take
    /// messages to all.
    static final long FIRST_TEXT = 100_000_000;

    /// The same until all PEs have started: a text takes a new JVM 40 ms.
    static final long STARTING_TEXT = 10_000_000_000L;

    /// The shortest time between two texts of a wait, for each host.
    static final long TEXT = 1_000_000_000;

    /// The part of its time so far after which a wait has a new text, on several hosts: the text of a collective
    /// takes messages there.
    static final int PART_OF_TEXT = 4;

    /// The longest time between two texts, less than that after which a standstill is reported.
    static final long LONGEST_TEXT = 8_000_000_000L;

    /// The most turns that these times are multiplied by.
    static final int MOST_TURNS = 500;

    /// The shortest time between two looks at the job in a sleep of the program.
    static final long SLEEP_CHECK = 100_000_000;

    /// The time that the launcher gets to print its report of waiting PEs, perhaps that of another host.
    static final long REPORT = 10_000_000_000L;

    /// The time by which the start of all PEs may exceed the limit of a wait: JVMs that start together slow
    /// each other down.
    static final long START = 30_000_000_000L;

    /// The time that `oshrun` gets to report the end of a process.
    static final long PATIENCE = 1_000_000_000;

    /// The same for another launcher: `mpirun` reports after a second.
    static final long FOREIGN_PATIENCE = 3_000_000_000L;

    // PEs that a carrier runs

    /// The time after which a PE that does not wait leaves its carrier.
    static final long TURN = 4_000_000;

    /// The longest time between two looks at carriers that all sleep.
    static final long CARRIERS_SLEEP = 500_000_000;

    /// The time after which a PE checks its job once the carrier has noticed its wait.
    static final long CARRIED_CHECK = 5_000_000;

    /// The longest time between two checks of a carried PE. With half a second, 64 PEs that wait for flags on two hosts
    /// take 2.5 % of a core instead of 1.3 %. The carrier itself notices an interrupt and the end of the job.
    static final long LONGEST_CARRIED_CHECK = 2_000_000_000;

    /// The park of a PE that cannot leave its carrier, such as one that initializes a class.
    static final long PINNED = 1_000_000;
}
