// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs of which no class that the launcher finds names package `mpi`.
class ReflectionIT {
    private static final String PROGRAM = """
            class Main {
                public static void main(String[] args) throws Exception {
                    Class<?> found = %s;
                    found.getMethod("main", String[].class).invoke(null, (Object) args);
                }
            }
            class Sum {
                public static void main(String[] args) {
                    mpi.MPI.Init(args);
                    int me = mpi.MPI.COMM_WORLD.Rank();
                    int[] all = new int[1];
                    for (int i = 0; i < 100; i++)
                        mpi.MPI.COMM_WORLD.Allreduce(new int[] {me}, 0, all, 0, 1, mpi.MPI.INT, mpi.MPI.SUM);
                    if (me == 3) System.out.println(all[0]);
                    mpi.MPI.Finalize();
                }
            }
            """;

    @TempDir
    private Path folder;

    /// Each rank has package `mpi` for itself, in a JVM of four ranks and in its own one.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --jvms 1 | Class.forName("Sum")
            --jvms 1 | new ClassLoader(Main.class.getClassLoader()) {}.loadClass("Sum")
            --jvms 2 | Thread.currentThread().getContextClassLoader().loadClass("Sum")
            -q       | new java.net.URLClassLoader(new java.net.URL[0]).loadClass("Sum")
            """)
    void aProgramReachesPackageMpiByName(String option, String found) throws Exception {
        Path source = Files.writeString(folder.resolve("Main.java"), PROGRAM.formatted(found));
        String oshrun = Path.of(System.getProperty("jshmem.root"), "bin/oshrun").toString();
        String command = oshrun + " -np 4 --timeout 20s " + option + " " + source;
        Process process =
                new ProcessBuilder(command.split(" ")).redirectErrorStream(true).start();
        assertEquals("6\n", new String(process.getInputStream().readAllBytes()));
        assertEquals(0, process.waitFor());
    }
}
