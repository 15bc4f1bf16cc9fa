// SPDX-License-Identifier: Apache-2.0
import static java.nio.file.StandardOpenOption.*;

import java.nio.channels.FileChannel;
import java.nio.file.*;
import org.jshmem.*;

/// Write a checkpoint of the heap, and read it
///
/// Each PE writes its own copy through a `ByteBuffer` over symmetric memory, without a copy in the Java heap.
/// Without the first barrier, the file could lack a put that is under way.
class Checkpoint {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe(), left = (me + sh.nPes() - 1) % sh.nPes();
            SymDoubles state = sh.doubles(1000);
            state.p(999, me, (me + 1) % sh.nPes());
            sh.barrierAll(); // all puts have arrived
            Path file = Files.createTempFile("pe" + me + "-", ".bin");
            try (var channel = FileChannel.open(file, READ, WRITE, DELETE_ON_CLOSE)) {
                channel.write(state.local().asByteBuffer());
                state.set(999, -1); // the program fails and starts again
                channel.position(0).read(state.local().asByteBuffer());
                if (state.get(999) != left) throw new AssertionError("PE " + me + " read " + state.get(999));
                System.out.printf("PE %d read %.1f, the last of %d bytes%n", me, state.get(999), channel.size());
            }
        });
    }
}
