// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// PEs 1 and 3 differ while PEs 0 and 2 poll for 10 s: none of their flags meet.
public class Polling {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs word = sh.longs(1);
            if (sh.myPe() == 1) sh.barrierAll();
            if (sh.myPe() == 3) sh.syncAll();
            for (int k = 0; k < 10_000; k++) {
                if (word.g(0, 1) != 0) return;
                sh.sleep(Duration.ofMillis(1));
            }
            throw new IllegalStateException("nobody has found that calls differ");
        });
    }
}
