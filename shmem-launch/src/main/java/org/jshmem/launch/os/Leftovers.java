// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;

/// The removal of scratch folders that killed launchers have left.
///
/// It removes only real folders of this user, which other users cannot write, with a name of ours and whose launcher
/// has ended. The name has the launcher's process number and the set of numbers to which that belongs: launchers in
/// several containers may share the folder of temporary files, and each removes those of its own container.
public final class Leftovers {
    private Leftovers() {}

    /// Removes scratch folders of dead launchers; returns their number.
    public static int scratch(Path directory) {
        int removed = 0;
        String ours = ScratchFolder.PREFIX + "\\d+-" + ScratchFolder.pidNamespace() + "-\\d+";
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(directory, ScratchFolder.PREFIX + "*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (!name.matches(ours) || !isOwn(folder)) continue;
                String launcher = name.substring(ScratchFolder.PREFIX.length()).split("-")[0];
                if (Files.exists(Path.of("/proc", launcher))) continue;
                ScratchFolder.delete(folder);
                removed++;
            }
        } catch (IOException | DirectoryIteratorException | UncheckedIOException e) {
            return removed; // another launcher removes it too, or the folder cannot be listed
        }
        return removed;
    }

    private static boolean isOwn(Path folder) {
        try {
            var a = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            Path own = Path.of("/proc/self");
            return a.isDirectory()
                    && a.owner().equals(Files.getOwner(own))
                    && !a.permissions().contains(PosixFilePermission.GROUP_WRITE)
                    && !a.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException e) {
            return false;
        }
    }
}
