// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.lang.invoke.MethodHandle;
import jdk.internal.access.SharedSecrets;
import jdk.internal.foreign.abi.ABIDescriptor;
import jdk.internal.foreign.abi.NativeEntryPoint;
import jdk.internal.foreign.abi.StubLocations;
import jdk.internal.foreign.abi.VMStorage;
import jdk.internal.foreign.abi.x64.X86_64Architecture;
import jdk.internal.foreign.abi.x64.X86_64Architecture.Regs;
import jdk.internal.foreign.abi.x64.X86_64Architecture.StorageType;
import jdk.internal.loader.BootLoader;

/// The stub of machine code for a [CFunction] on amd64, made by the parts of the JDK's linker.
final class Stub {
    /// The JDK whose parts these are. A later one may give the same names another meaning.
    private static final int JDK = 25;

    private static final int STACK_ALIGNMENT = 16;

    private Stub() {}

    /// Whether this JVM has these parts, as far as its version and machine tell.
    static boolean isKnown() {
        return !SystemCalls.ARM && Runtime.version().feature() == JDK;
    }

    /// The address of a function of the C library, which each native library of the JDK loads; 0 if none is loaded yet,
    /// without such a function, or where this JVM does not open the package.
    static long address(String name) {
        try {
            return BootLoader.getNativeLibraries().find(name);
        } catch (LinkageError e) {
            return 0;
        }
    }

    /// The handle of a new stub. The registers are those of the System V calling convention.
    static MethodHandle handle() {
        VMStorage target = StubLocations.TARGET_ADDRESS.storage(StorageType.PLACEHOLDER);
        VMStorage[][] none = new VMStorage[StorageType.X87 + 1][0]; // by kind of register: the stub saves none
        var convention = new ABIDescriptor(
                X86_64Architecture.INSTANCE,
                none,
                none,
                none,
                STACK_ALIGNMENT,
                0,
                Regs.r10,
                Regs.r11,
                target,
                target,
                target);
        VMStorage[] parameters = {target, Regs.rdi, Regs.rsi, Regs.rdx, Regs.rcx, Regs.r8, Regs.r9};
        VMStorage[] result = {Regs.rax};
        var entry = NativeEntryPoint.make(convention, parameters, result, CFunction.SHAPE, false, 0, true, false);
        return SharedSecrets.getJavaLangInvokeAccess().nativeMethodHandle(entry);
    }
}
