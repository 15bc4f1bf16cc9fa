// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import org.jshmem.*;

/// Read input on PE 0
///
/// `broadcast` hands a Java array of any length to all PEs; the arguments of the other PEs are ignored.
/// If each PE read standard input, all PEs except PE 0 would find it empty.
class Input {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            byte[] input = "seed=7".getBytes(StandardCharsets.UTF_8); // or System.in.readAllBytes()
            byte[] mine = sh.world().broadcast(sh.myPe() == 0 ? input : null, 0);
            String text = new String(mine, StandardCharsets.UTF_8);
            if (!text.equals("seed=7")) throw new AssertionError("PE " + sh.myPe() + " has " + text);
            System.out.println("PE " + sh.myPe() + " has " + text);
        });
    }
}
