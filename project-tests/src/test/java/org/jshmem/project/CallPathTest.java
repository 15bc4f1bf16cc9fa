// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How far a call goes: the top-level types of this project that one warm call of a PE enters, by the method entry
/// events of a JVM of its own. Of equal calls the one that enters the fewest counts: others had to wait for longer.
@Tag("long")
class CallPathTest {
    private static final Map<String, Integer> MOST =
            Map.of("put", 4, "p", 4, "waitUntil", 5, "barrier", 7, "reduce", 21);

    /// On the machine knc. A PE goes on before its put happens; a wait has its cost and its listeners before it ends.
    /// An access is a request and its progress; a wait is a watch over memory and the loop of its PE.
    private static final Map<String, Integer> MOST_ON_KNC = Map.of("put", 8, "p", 8, "waitUntil", 37);

    @Test
    void aWarmCallEntersFewTypes() throws Exception {
        check(MOST, Program.class.getName());
    }

    @Test
    void aWarmCallOnASimulatedMachineEntersFewTypes() throws Exception {
        check(MOST_ON_KNC, Program.class.getName() + " knc");
    }

    private static void check(Map<String, Integer> bounds, String main) throws Exception {
        Map<String, Set<String>> fewest = new TreeMap<>();
        for (var call : calls(main)) {
            Set<String> before = fewest.get(call.name());
            if (before == null || before.size() > call.types().size()) fewest.put(call.name(), call.types());
        }
        fewest.forEach((name, types) -> System.out.println(name + " enters " + types.size() + " types: " + types));
        assertEquals(MOST.keySet(), fewest.keySet());
        bounds.forEach((name, most) -> assertTrue(
                fewest.get(name).size() <= most, () -> name + " enters more than " + most + ": " + fewest.get(name)));
    }

    private record Call(String name, Set<String> types) {}

    /// The calls of all PEs, without the first ones of each, during which classes are loaded.
    private static List<Call> calls(String main) throws Exception {
        var connector = Bootstrap.virtualMachineManager().defaultConnector();
        var arguments = connector.defaultArguments();
        String flags = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--"))
                .collect(Collectors.joining(" "));
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        arguments.get("options").setValue(flags + " -cp \"" + path + "\"");
        arguments.get("main").setValue(main);
        VirtualMachine vm = connector.launch(arguments);
        drain(vm.process().getInputStream());
        drain(vm.process().getErrorStream());
        MethodEntryRequest entries = vm.eventRequestManager().createMethodEntryRequest();
        entries.addClassFilter("org.jshmem.*");
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        entries.enable();
        var death =
                vm.eventRequestManager().createVMDeathRequest(); // the JVM waits until its last entries have been read
        death.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        death.enable();
        Map<ThreadReference, List<Call>> threads = new HashMap<>();
        for (boolean over = false; !over; ) {
            EventSet events = vm.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof VMDisconnectEvent) over = true;
                else if (event instanceof MethodEntryEvent entry) {
                    enter(threads.computeIfAbsent(entry.thread(), any -> new ArrayList<>()), entry);
                }
            }
            events.resume();
        }
        assertEquals(0, vm.process().waitFor());
        return threads.values().stream()
                .filter(calls -> calls.size() > Program.COLD)
                .flatMap(calls -> calls.subList(Program.COLD, calls.size()).stream())
                .filter(call -> !call.name().equals("end"))
                .toList();
    }

    private static void enter(List<Call> calls, MethodEntryEvent entry) {
        String type = entry.location().declaringType().name().replaceFirst("[$/].*", "");
        String method = entry.method().name();
        if (!type.equals(CallPathTest.class.getName())) {
            if (!calls.isEmpty()) calls.getLast().types().add(type.substring(type.lastIndexOf('.') + 1));
        } else if (MOST.containsKey(method) || method.equals("end")) calls.add(new Call(method, new TreeSet<>()));
    }

    private static void drain(InputStream stream) {
        Thread.startVirtualThread(() -> {
            try {
                stream.transferTo(System.out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    static final class Program {
        /// Calls of a PE that do not count.
        static final int COLD = 6 * 20;

        private static final int ROUNDS = 40;
        private final Shmem sh;
        private final int other;
        private final SymLongs box;
        private final SymDoubles part;
        private final SymDoubles total;
        private final long[] array = new long[8];

        private Program(Shmem sh) {
            this.sh = sh;
            other = 1 - sh.myPe();
            box = sh.longs(8);
            part = sh.doubles(1);
            total = sh.doubles(1);
        }

        /// Arguments: the machine, or none.
        public static void main(String[] args) {
            if (args.length == 0) {
                Shmem.runInProcess(2, (sh, a) -> new Program(sh).run());
                return;
            }
            long bytes = Settings.shape(2, 1 << 20, 0).regionBytes();
            try (var sim = new Simulation(JobSpec.of(MachineFiles.named(args[0]), 2, bytes))) {
                sim.runProgram(_ -> Shmem.run(args, (sh, a) -> new Program(sh).run()));
                sim.rethrow();
            }
        }

        private void run() {
            for (int i = 0; i < ROUNDS; i++) {
                waitUntil();
                put();
                p();
                barrier();
                reduce();
                end();
            }
        }

        private void put() {
            box.put(0, array, 0, 8, other);
        }

        private void p() {
            box.p(0, 1, other);
        }

        private void waitUntil() {
            box.waitUntil(0, Cmp.GE, 0);
        }

        private void barrier() {
            sh.barrierAll();
        }

        private void reduce() {
            sh.world().reduce(Op.SUM, total, part, 1);
        }

        private static void end() {}
    }
}
