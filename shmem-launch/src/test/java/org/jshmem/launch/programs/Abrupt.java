// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

/// Ends without time for anything: what PE 0 flushed is on its way.
public final class Abrupt {
    private Abrupt() {}

    /// Runs as one PE; needs no library.
    public static void main(String[] args) throws InterruptedException {
        String name = Thread.currentThread().getName(); // where PEs share a JVM
        String pe = name.startsWith("PE ") ? name.substring(3) : System.getenv("JSHMEM_PE");
        if (!pe.equals("0")) Thread.sleep(600_000);
        System.out.print("flushed by " + pe);
        System.out.flush();
        Runtime.getRuntime().halt(7);
    }
}
