// SPDX-License-Identifier: Apache-2.0
import java.time.Duration;
import org.jshmem.Shmem;

/// The last PE prints the time and ends its process, while the others sleep in a barrier.
class Dead {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            sh.barrierAll();
            if (sh.myPe() == sh.nPes() - 1) {
                sh.sleep(Duration.ofMillis(1500));
                System.out.println("dead\t" + System.currentTimeMillis());
                Runtime.getRuntime().halt(3);
            }
            sh.barrierAll();
        });
    }
}
