// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.reflect.Field;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/// Tests between `Init` and `Finalize`.
abstract class Ranks {
    Intracomm world;
    int me;
    int n;

    @BeforeEach
    void init() {
        MPI.Init(new String[0]);
        world = MPI.COMM_WORLD;
        me = world.Rank();
        n = world.Size();
    }

    @AfterEach
    void end(Shmem sh) {
        MPI.Finalize();
    }

    static int[] numbers(int n, int from) {
        return IntStream.range(from, from + n).toArray();
    }

    /// The error class and the text of the exception of each call.
    static String said(Executable... calls) {
        StringBuilder lines = new StringBuilder();
        for (Executable call : calls) {
            MPIException mistake = assertThrowsExactly(MPIException.class, call);
            lines.append("%s: %s\n".formatted(error(mistake.getErrorClass()), mistake.getMessage()));
        }
        return lines.toString();
    }

    private static String error(int number) {
        try {
            for (Field field : MPI.class.getFields()) {
                if (field.getName().startsWith("ERR_") && field.getInt(null) == number) return field.getName();
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return "error " + number;
    }
}
