// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.Shmem;

/// Prints `up`, waits until a file exists, prints `done`; `read` has PE 0 read a line in between, `late` has PE 1 begin
/// three seconds late, `never` an hour.
public final class UntilFile {
    private UntilFile() {}

    /// Runs as one PE.
    public static void main(String[] args) throws InterruptedException {
        boolean late = args.length > 1 && List.of("late", "never").contains(args[1]);
        if (late && "1".equals(System.getenv("JSHMEM_PE"))) TimeUnit.SECONDS.sleep(args[1].equals("late") ? 3 : 3600);
        Shmem.run(args, (sh, a) -> {
            sh.barrierAll();
            if (sh.myPe() == 0) System.out.println("up");
            while (!Files.exists(Path.of(a[0]))) TimeUnit.MILLISECONDS.sleep(20);
            if (sh.myPe() == 0 && a.length > 1 && a[1].equals("read")) System.out.println("read " + readLine());
            sh.barrierAll();
            if (sh.myPe() == 0) System.out.println("done");
        });
    }

    private static String readLine() throws java.io.IOException {
        var line = new StringBuilder();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) line.append((char) c);
        return line.toString();
    }
}
