// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jshmem.Config;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.layout.TeamMembers;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The binding of the calling code to its PE. A launcher of PEs as threads, or of simulated PEs, binds each PE to its
/// transport; threads that such a PE starts inherit the binding. A process that is one PE has one binding for all its
/// threads. The first init finds its transport.
public final class PeBinding {
    private static final InheritableThreadLocal<PeBinding> CURRENT = new InheritableThreadLocal<>();
    private static final PeBinding PROCESS = new PeBinding(null);

    private Transport transport;
    private Group world; // lives on between sessions, since its flags do
    private Group shared;

    /// The handle of the C names in the session that is open or was the last one. It is read without the lock, which an
    /// init may hold while it waits for PEs.
    private volatile SessionHandle implicitHandle;

    private volatile boolean untilExit; // begun by start_pes: ends with the program
    private volatile boolean ended; // the PE has ended, although threads of it may go on

    private PeBinding(Transport transport) {
        this.transport = transport;
    }

    /// Runs a PE's body. `Shmem.init` in the body, and in threads that it starts, joins the job through this transport.
    /// The PE ends with its body, which must have closed its sessions. A session that is still open is dead from
    /// then on, on every thread.
    public static <T> T call(Transport transport, Callable<T> body) throws Exception {
        PeBinding binding = new PeBinding(transport);
        try {
            T result = binding.run(body);
            // the launcher has this rule for processes
            if (binding.isInitialized()) throw new Unfinished(transport, binding.implicitHandle.pairs());
            return result;
        } finally {
            binding.end();
        }
    }

    /// The exception for a PE whose body has returned with an open session.
    public static final class Unfinished extends IllegalStateException {
        private static final long serialVersionUID = 1;

        /// The number of inits and finalizes, as a message goes on; empty after one init.
        public final transient String pairs;

        private Unfinished(Transport transport, String pairs) {
            super("PE %d/%d: main returned without finalize%s; end every PE through Shmem.run, close() or MPI.Finalize"
                    .formatted(transport.pe(), transport.npes(), pairs));
            this.pairs = pairs;
        }
    }

    /// As [#call], for a PE that a launcher watches: the launcher reports an open session.
    public static <T> T callMain(Transport transport, Callable<T> body) throws Exception {
        PeBinding binding = new PeBinding(transport);
        T result = binding.run(body);
        if (binding.isInitialized()) binding.printPairs();
        return result;
    }

    /// Prints how many finalizes are missing, unless the PE has made one init.
    private void printPairs() {
        String pairs = implicitHandle.pairs();
        if (pairs.isEmpty()) return;
        System.err.printf("PE %d/%d: ended without finalize%s%n", transport.pe(), transport.npes(), pairs);
    }

    private <T> T run(Callable<T> body) throws Exception {
        PeBinding before = CURRENT.get();
        CURRENT.set(this);
        try {
            T result = body.call();
            finish();
            return result;
        } finally {
            if (before == null) CURRENT.remove();
            else CURRENT.set(before);
        }
    }

    /// Ends the PE without the lock: a thread of it may hold the lock in an init, where it waits for PEs that never
    /// come.
    private void end() {
        ended = true; // before the session is read: [#join] writes the session first
        SessionHandle now = implicitHandle;
        if (now != null) now.kill();
    }

    /// The binding of the calling code. Refuses threads of the common pool of a JVM that several PEs share.
    static PeBinding current() {
        PeBinding inherited = CURRENT.get();
        if (inherited == null) return PROCESS;
        if (isCommon()) {
            throw new IllegalStateException(
                    "thread %s is of the pool that all PEs of this JVM share; start a thread or a pool of the PE's own"
                            .formatted(Thread.currentThread().getName()));
        }
        return inherited;
    }

    /// Whether the calling thread belongs to the pool that all PEs of a JVM share.
    public static boolean isCommon() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread worker
                && worker.getPool() == ForkJoinPool.commonPool();
    }

    /// The transport that [#call] has bound the calling code to; empty if it has bound none.
    public static Optional<Transport> bound() {
        return Optional.ofNullable(CURRENT.get()).map(binding -> binding.transport);
    }

    /// Returns a new handle of the session. The first handle begins the session.
    synchronized SessionHandle join(Config config) {
        checkJob();
        if (!isInitialized()) {
            if (!isLaunched(config)) {
                RunButton.refuseInit();
                transport = Settings.alone(config);
            }
            Settings.check(config, transport);
            transport.enter();
            if (world == null) {
                if (this == PROCESS) hook();
                Channel channel = transport.open();
                world = Group.world(transport, channel);
                Group.prepareWorld(transport);
                Group.prepare(transport, SystemLayout.SHARED);
                shared = Group.of(transport, channel, within(transport));
                if (transport.pe() == 0) Settings.announce(config);
            }
            String init = Operation.INIT.label();
            try (var _ = world.calls.enter(init, init)) {
                world.barrier.sync(Operation.INIT);
            }
            SessionHandle begun = implicitHandle = new SessionHandle(transport, world, shared);
            if (ended) begun.kill();
            checkJob();
        }
        return implicitHandle.another();
    }

    /// Whether the PE belongs to a job already, or can join the job of a launcher.
    synchronized boolean isLaunched(Config config) {
        if (transport == null) transport = Settings.launched(config).orElse(null);
        return transport != null;
    }

    private void checkJob() {
        if (!ended) return;
        throw new IllegalStateException("PE %d/%d: init after the job of this PE has ended; end its threads before it"
                .formatted(transport.pe(), transport.npes()));
    }

    /// The members of the shared team: the PEs whose memory this PE loads and stores.
    private static TeamMembers within(Transport transport) {
        MemorySpace heap = transport.spaces().getFirst();
        int[] pes = transport.topology().neighbours(transport.pe());
        int n = 0;
        for (int pe : pes) if (heap.hasAddress(transport.reach(pe))) pes[n++] = pe;
        return new TeamMembers(SystemLayout.SHARED, Arrays.copyOf(pes, n));
    }

    /// As [#join], for a program that cannot catch exceptions of it. If another PE fails meanwhile, this PE ends with
    /// that PE's status.
    SessionHandle joinOrEnd(Config config) {
        try {
            return join(config);
        } catch (PeerFailedException e) {
            throw transport.abort(e.status(), e);
        }
    }

    /// Begins a session that ends with the program, unless one is open.
    synchronized void start() {
        if (isInitialized()) return;
        join(Config.DEFAULT);
        untilExit = true;
    }

    /// Registers the hook that runs at the end of the process.
    private void hook() {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(this::endProcess, "finalize"));
        } catch (IllegalStateException e) {
            // the process ends already, and this session is that of another hook
        }
    }

    /// Closes the session that [#start] began. With another open session the PE exits without finalize. The launcher
    /// learns that from here, since the program's own hooks may keep the process.
    private void endProcess() {
        try {
            if (isInitialized() && !untilExit) {
                transport.exits();
                printPairs();
            }
            finish();
        } catch (ShmemException e) {
            System.err.println(e.getMessage()); // no caller is left that could catch it
        }
    }

    /// Closes the session that [#start] began, at the end of the program.
    private void finish() {
        try {
            if (untilExit) implicitHandle.close();
        } catch (JobEnd | PeerFailedException e) {
            // the job ends in another way, and another PE or the launcher reports it
        }
    }

    /// The handle of the open session for code that has none, such as the C names.
    Shmem implicitHandle() {
        if (isInitialized()) return implicitHandle.profiled();
        throw new IllegalStateException("no session; call shmem_init() or Shmem.run first");
    }

    boolean isInitialized() {
        SessionHandle now = implicitHandle;
        return now != null && now.session.live;
    }
}
