import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

public class Halo {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymDoubles halo = sh.doubles(512).named("halo");
            Signal came = sh.signal().named("came");
            double[] edge = new double[512];
            for (int step = 1; step <= 10; step++) {
                if (sh.myPe() == 2) sh.sleep(Duration.ofMillis(1)); // an unlucky partition: this one has more to do
                halo.putSignal(0, edge, 0, 512, came, step, SignalOp.SET, (sh.myPe() + 1) % sh.nPes());
                came.waitUntil(Cmp.GE, step);
                sh.barrierAll();
            }
        });
    }
}
