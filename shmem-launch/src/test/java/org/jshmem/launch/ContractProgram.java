// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jshmem.Config;
import org.jshmem.collective.Group;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.AtomicsContract;
import org.jshmem.contract.Backend;
import org.jshmem.contract.CollectiveContract;
import org.jshmem.contract.EveryNameContract;
import org.jshmem.contract.HandleNamesContract;
import org.jshmem.contract.HeapContract;
import org.jshmem.contract.LifecycleContract;
import org.jshmem.contract.LockContract;
import org.jshmem.contract.MailboxContract;
import org.jshmem.contract.NamedObjectContract;
import org.jshmem.contract.RmaContract;
import org.jshmem.contract.TeamArithmeticContract;
import org.jshmem.contract.TeamContract;
import org.jshmem.contract.TeamMovementContract;
import org.jshmem.contract.TransportContract;
import org.jshmem.contract.TransportRuns.Pe;
import org.jshmem.contract.WaitContract;
import org.jshmem.runtime.PeBinding;
import org.jshmem.shm.ShmProvider;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A program that `oshrun` starts as processes: each runs the same tests of the named contracts, one after the other.
final class ContractProgram {
    private static final ScopedValue<ContractProgram> CURRENT = ScopedValue.newInstance();

    private final Transport transport;
    private final Pe pe;

    /// What tests have run on this PE so far.
    private int bodies;

    private ContractProgram(Transport transport) {
        this.transport = transport;
        this.pe = new Pe(transport);
    }

    /// Runs the contracts named by `args`.
    public static void main(String[] args) throws Exception {
        Transport transport = PeBinding.bound()
                .or(() -> new ShmProvider().attach(Config.DEFAULT))
                .orElseThrow();
        transport.enter();
        try {
            var program = new ContractProgram(transport);
            ScopedValue.where(CURRENT, program).call(() -> {
                for (String contract : args) program.run(contract);
                return null;
            });
        } catch (InvocationTargetException e) {
            throw transport.abort(1, e.getCause());
        } catch (Throwable e) {
            throw transport.abort(1, e);
        }
        transport.leave();
    }

    /// Runs a contract and says how many of its tests had something to do here: others are for other numbers of PEs.
    private void run(String contract) throws Exception {
        List<Method> tests = tests(contract(contract).getClass());
        int ran = 0;
        for (Method test : tests) {
            int before = bodies;
            try {
                test.setAccessible(true);
                test.invoke(contract(contract));
            } catch (InvocationTargetException e) {
                System.err.printf("PE %d/%d: %s failed%n", pe(), transport.npes(), test.getName());
                throw e;
            }
            if (bodies > before) ran++;
        }
        if (pe() == 0)
            System.out.printf("%s: %d of %d tests on %d PEs%n", contract, ran, tests.size(), transport.npes());
    }

    /// A contract by the name of its class below.
    private Object contract(String name) throws ReflectiveOperationException {
        var made = Class.forName(ContractProgram.class.getName() + "$" + name).getDeclaredConstructors()[0];
        return made.getParameterCount() == 0 ? made.newInstance() : made.newInstance(this);
    }

    private int pe() {
        return transport.pe();
    }

    /// The tests of a contract in an order that is the same on all PEs, without those that end the job.
    private static List<Method> tests(Class<?> contract) {
        List<Method> tests = new ArrayList<>();
        for (Class<?> c = contract; c != Object.class; c = c.getSuperclass()) {
            Arrays.stream(c.getDeclaredMethods())
                    .filter(m -> m.isAnnotationPresent(Test.class) && !m.isAnnotationPresent(Tag.class))
                    .forEach(tests::add);
        }
        tests.sort(Comparator.comparing(Method::getName));
        return tests;
    }

    /// Makes the world team's slot and the words of allocations as if the job had just begun.
    private void forgetTeams() {
        pe.meet();
        Group.prepare(transport, SystemLayout.WORLD);
        for (long at = 0; at < 64; at += Long.BYTES) transport.channel().store(transport.pe(), at, 8, 0);
        pe.meet();
    }

    private final class Transports extends TransportContract {
        @Override
        protected List<Integer> npes() {
            return List.of(transport.npes());
        }

        @Override
        protected void run(int npes, Body body) throws Exception {
            if (npes != transport.npes()) return;
            bodies++;
            body.run(transport);
        }
    }

    private final class Collectives extends CollectiveContract {
        @Override
        protected List<Integer> counts() {
            return List.of(transport.npes());
        }

        @Override
        protected void run(int npes, long regionBytes, Body body) throws Exception {
            if (npes != transport.npes()) return;
            bodies++;
            long system = SystemLayout.bytes(npes);
            transport.back(system, regionBytes - system, regionBytes - system);
            forgetTeams();
            body.run(transport);
        }
    }

    /// Runs what a PE does on this process, if it is meant for so many PEs.
    private void launch(int npes, Backend.Main main) throws Exception {
        if (npes != transport.npes()) return;
        bodies++;
        forgetTeams();
        PeBinding.call(transport, () -> {
            main.run();
            return null;
        });
        transport.enter(); // the session has left
    }

    private interface OnProcesses extends Backend {
        @Override
        default List<Integer> counts() {
            return List.of(CURRENT.get().transport.npes());
        }

        @Override
        default void launch(int npes, Config config, Main main) throws Exception {
            CURRENT.get().launch(npes, main);
        }
    }

    private static final class Lifecycle extends LifecycleContract implements OnProcesses {}

    private static final class Heap extends HeapContract implements OnProcesses {}

    private static final class Rma extends RmaContract implements OnProcesses {}

    private static final class Atomics extends AtomicsContract implements OnProcesses {}

    private static final class Waits extends WaitContract implements OnProcesses {}

    private static final class NamedObjects extends NamedObjectContract implements OnProcesses {}

    private static final class Teams extends TeamContract implements OnProcesses {}

    private static final class Movement extends TeamMovementContract implements OnProcesses {}

    private static final class Arithmetic extends TeamArithmeticContract implements OnProcesses {}

    private static final class Locks extends LockContract implements OnProcesses {}

    private static final class Mailboxes extends MailboxContract implements OnProcesses {}

    private static final class EveryName extends EveryNameContract implements OnProcesses {}

    private static final class HandleNames extends HandleNamesContract implements OnProcesses {}
}
