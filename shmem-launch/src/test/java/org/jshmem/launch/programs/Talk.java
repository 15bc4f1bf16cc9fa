// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes and reads in the ways that a launcher can spoil: `Talk WHAT`.
public final class Talk {
    private Talk() {}

    /// Runs as one PE; needs no library.
    public static void main(String[] args) throws Exception {
        String name = Thread.currentThread().getName(); // where PEs share a JVM
        String pe = name.startsWith("PE ") ? name.substring(3) : System.getenv("JSHMEM_PE");
        switch (args[0]) {
            case "pieces" -> pieces(pe, Integer.parseInt(args[1]));
            case "traces" -> traces(pe, Integer.parseInt(args[1]));
            case "prompt" -> prompt(pe);
            case "tail" -> System.out.print("no newline from " + pe);
            case "arguments" -> System.out.println(Arrays.toString(args));
            case "variable" -> System.out.println(args[1] + "=" + System.getenv(args[1]));
            case "property" -> System.out.println(args[1] + "=" + System.getProperty(args[1]));
            case "jars" -> {
                for (int k = 1; k < args.length; k++) {
                    var source = Class.forName(args[k]).getProtectionDomain().getCodeSource();
                    System.out.println(source.getLocation().getPath());
                }
            }
            case "input" -> input(pe);
            case "sleep" -> Thread.sleep(Long.parseLong(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void pieces(String pe, int lines) {
        for (int i = 0; i < lines; i++) {
            for (int k = 0; k < 10; k++) {
                System.out.print("<" + pe + ":" + i + ":" + k + ">");
                System.out.flush();
            }
            System.out.println();
        }
    }

    private static void traces(String pe, int traces) {
        for (int i = 0; i < traces; i++) {
            new IllegalStateException("trace " + i + " of " + pe, new RuntimeException("cause of " + pe))
                    .printStackTrace();
        }
    }

    private static void prompt(String pe) throws IOException {
        if (!pe.equals("0")) return;
        System.out.print("name? ");
        System.out.flush();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("hello " + in.readLine());
    }

    private static void input(String pe) throws IOException {
        byte[] all = System.in.readAllBytes();
        System.out.println("PE " + pe + " read " + new String(all, StandardCharsets.UTF_8).strip());
    }
}
