// SPDX-License-Identifier: Apache-2.0
package org.jshmem.explore;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/// Loads the library's classes as they were compiled, but for one thing: what reads or writes shared memory,
/// sleeps or asks for the time calls [Machine] instead of the hardware, the kernel and the clock.
public final class Weaver extends ClassLoader {
    private static final ClassDesc MACHINE = ClassDesc.of(Machine.class.getName());
    private static final MethodTypeDesc SLEEP = MethodTypeDesc.ofDescriptor("(Ljava/util/concurrent/TimeUnit;J)V");

    /// What both sides have to know by the same name, but for this package.
    private static final Set<String> COMMON = Set.of("org.jshmem.transport.Memory", "org.jshmem.transport.Atomic");

    private final Order order;

    /// @param order what the machine may do: the classes take themselves to be on one of that kind
    public Weaver(Order order) {
        super(Weaver.class.getClassLoader());
        this.order = order;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean ours =
                name.startsWith("org.jshmem.") && !name.startsWith("org.jshmem.explore.") && !COMMON.contains(name);
        if (!ours) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            byte[] woven = weave(name);
            return defineClass(name, woven, 0, woven.length);
        }
    }

    private byte[] weave(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(file)) {
            if (in == null) throw new ClassNotFoundException(name);
            ClassFile classes = ClassFile.of();
            return classes.transformClass(classes.parse(in.readAllBytes()), redirection(name));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private ClassTransform redirection(String name) {
        boolean asks = !name.endsWith(".SystemCalls"); // calls the kernel that is there
        return ClassTransform.transformingMethodBodies((code, element) -> {
            if (element instanceof InvokeInstruction call && isSleep(call)) {
                code.invokestatic(MACHINE, "sleep", SLEEP);
            } else if (element instanceof InvokeInstruction call && isShared(call)) {
                code.invokestatic(MACHINE, call.name().stringValue(), call.typeSymbol());
            } else if (asks && element instanceof InvokeInstruction call && isMachineKind(call)) {
                code.pop().loadConstant(order == Order.WEAK ? "aarch64" : "amd64");
            } else {
                code.with(element);
            }
        });
    }

    /// The only property that these classes ask for.
    private static boolean isMachineKind(InvokeInstruction call) {
        return call.owner().asInternalName().equals("java/lang/System")
                && call.name().stringValue().equals("getProperty")
                && call.typeSymbol().parameterCount() == 1;
    }

    private static boolean isSleep(InvokeInstruction call) {
        return call.owner().asInternalName().equals("java/util/concurrent/TimeUnit")
                && call.name().stringValue().equals("sleep");
    }

    private static boolean isShared(InvokeInstruction call) {
        if (call.opcode() != Opcode.INVOKESTATIC) return false;
        String name = call.name().stringValue();
        return switch (call.owner().asInternalName()) {
            case "org/jshmem/transport/Memory" -> true;
            case "org/jshmem/shm/system/SystemCalls" -> name.startsWith("futex");
            case "java/lang/System" -> name.equals("nanoTime");
            case "java/lang/Thread" -> name.equals("yield") || name.equals("onSpinWait");
            case "java/util/concurrent/locks/LockSupport" -> name.equals("parkNanos");
            default -> false;
        };
    }
}
