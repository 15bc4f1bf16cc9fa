// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;

/// Cars on a ring road, the pattern of agents: each PE owns a stretch of the road and the cars on it. A car that crosses
/// a border travels as a serialized Java object to the PE of the next stretch, with its diary.
///
/// A step is a phase of the mailbox: after `take` has returned null, all cars of the step are there. Without phases a
/// fast PE's cars of the next step would move twice.
///
/// `bin/oshrun -np 4 examples/Agents.java [CARS OF A PE [STEPS]]`
public class Agents {
    static final double STRETCH = 1000; // metres of a PE

    record Car(long id, double metre, double speed, List<Integer> diary) implements Serializable {}

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int cars = a.length > 0 ? Integer.parseInt(a[0]) : 1000, steps = a.length > 1 ? Integer.parseInt(a[1]) : 60;
            if (cars < 1 || steps < 1) {
                throw new IllegalArgumentException(cars + " cars and " + steps + " steps; use at least 1 of each");
            }
            try (Mailbox box = sh.mailbox()) {
                run(sh, cars, steps, box);
            }
        });
    }

    static void run(Shmem sh, int cars, int steps, Mailbox box) throws Exception {
        int me = sh.myPe(), pes = sh.nPes();
        var random = new SplittableRandom(me);
        List<Car> here = new ArrayList<>();
        for (int k = 0; k < cars; k++) {
            double speed = 10 + 40 * random.nextDouble(); // metres a second
            here.add(new Car((long) me * cars + k, STRETCH * (me + random.nextDouble()), speed, new ArrayList<>()));
        }
        double start = sh.world().reduce(Op.SUM, metres(here, 0)), driven = sh.world().reduce(Op.SUM, speeds(here));
        long crossings = 0;
        for (int step = 0; step < steps; step++) {
            List<Car> staying = new ArrayList<>();
            for (Car car : here) {
                Car moved = new Car(car.id, (car.metre + car.speed) % (pes * STRETCH), car.speed, car.diary);
                int owner = (int) (moved.metre / STRETCH);
                if (owner == me) staying.add(moved);
                else {
                    moved.diary.add(owner);
                    box.send(owner, bytes(moved));
                }
            }
            box.end();
            for (Message m; (m = box.take()) != null; crossings++) staying.add(car(m.toArray()));
            here = staying;
        }
        long laps = 0, ids = 0;
        for (Car car : here) {
            ids += car.id;
            laps += car.diary.stream().filter(pe -> pe == 0).count();
            if (!car.diary.isEmpty() && car.diary.getLast() != me) throw new AssertionError(car + " is on PE " + me);
        }
        long all = sh.world().reduce(Op.SUM, (long) here.size()), sum = sh.world().reduce(Op.SUM, ids);
        long total = (long) cars * pes;
        if (all != total || sum != total * (total - 1) / 2) throw new AssertionError(all + " cars are left of " + total);
        double end = sh.world().reduce(Op.SUM, metres(here, laps * pes * STRETCH)), way = end - start;
        if (pes > 1 && Math.abs(way - steps * driven) > 1e-6 * way) throw new AssertionError("a car lost its way");
        crossings = sh.world().reduce(Op.SUM, crossings);
        if (me == 0) System.out.printf("%d cars crossed %d borders in %d steps%n", all, crossings, steps);
        if (me == 0) System.out.println("Verification passed");
    }

    static double metres(List<Car> cars, double laps) {
        return laps + cars.stream().mapToDouble(Car::metre).sum();
    }

    static double speeds(List<Car> cars) {
        return cars.stream().mapToDouble(Car::speed).sum();
    }

    static byte[] bytes(Car car) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(car);
        }
        return bytes.toByteArray();
    }

    static Car car(byte[] bytes) throws IOException, ClassNotFoundException {
        try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (Car) in.readObject();
        }
    }
}
