// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// An agent that hides a name of the JDK from Chronicle, as a later JDK does that does not have it any more: the
/// constants of Chronicle's classes get another name of the same length.
public final class Hiding implements ClassFileTransformer {
    private final String name;

    private Hiding(String name) {
        this.name = name;
    }

    /// The entry point of an agent. `name` is a package, or a class, with dots.
    public static void premain(String name, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Hiding(name));
    }

    @Override
    public byte[] transform(ClassLoader loader, String type, Class<?> known, ProtectionDomain domain, byte[] bytes) {
        if (type == null || !type.startsWith("net/openhft/")) return null;
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String other = name.substring(0, name.length() - 1) + "_";
        return text.replace(name, other)
                .replace(name.replace('.', '/'), other.replace('.', '/'))
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Makes the archive of the agent.
    public static Path archive(Path file) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", Hiding.class.getName());
        String own = Hiding.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                var jar = new JarOutputStream(out, manifest);
                var in = Hiding.class.getResourceAsStream("/" + own)) {
            jar.putNextEntry(new JarEntry(own));
            in.transferTo(jar);
        }
        return file;
    }
}
