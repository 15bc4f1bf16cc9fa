// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A process that holds a lock on a file until it is killed.
final class LockHolder {
    private LockHolder() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            System.out.print('l');
            System.out.flush();
            Thread.sleep(60_000);
        }
    }
}
