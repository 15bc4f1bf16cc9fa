// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.mpi;

import java.io.IOException;
import java.io.InputStream;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.report.Where;

/// Test of package `mpi`: [MpiMessages] on each PE.
public record MpiBenchmark(String name) implements Benchmark.Paired {
    private static final long LARGEST = 1 << 20;

    @Override
    public String about() {
        return "ping-pong: Send to the partner and back, one way; window: " + MpiMessages.WINDOW
                + " Isend to the partner, which answers once, each; allreduce: a sum of doubles over all PEs";
    }

    @Override
    public long largest(Where where) {
        return LARGEST;
    }

    @Override
    public int unit(SuiteOptions options) {
        return 1;
    }

    /// The library's mailbox.
    @Override
    public long heap(SuiteOptions options, long bytes, int npes) {
        return (4L << 20) + ((long) npes << 11);
    }

    @Override
    public void run(Runner r) {
        try {
            Class<?> own = new OwnCopies().loadClass(MpiMessages.class.getName());
            ((Runnable) own.getConstructor(Benchmark.class, Runner.class).newInstance(this, r)).run();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Loads package `mpi` and its caller anew, since the static fields of `mpi.MPI` belong to one PE, and PEs may
    /// share a JVM.
    private static final class OwnCopies extends ClassLoader {
        OwnCopies() {
            super(Thread.currentThread().getContextClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("mpi.") && !name.equals(MpiMessages.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) throw new ClassNotFoundException(name);
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
