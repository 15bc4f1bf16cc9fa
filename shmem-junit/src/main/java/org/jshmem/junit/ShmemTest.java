// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// A test that runs as several PEs, threads of the JVM of the tests:
///
/// ```java
/// class HaloTest {
///     @ShmemTest(npes = {2, 4})
///     void neighboursSeeEachOther(Shmem sh) {
///         SymLongs box = sh.longs(1);
///         box.p(0, sh.myPe(), (sh.myPe() + 1) % sh.nPes());
///         sh.barrierAll();
///         assertEquals((sh.myPe() + sh.nPes() - 1) % sh.nPes(), box.get(0));
///     }
/// }
/// ```
///
/// **Invocations.** Each number of PEs on each machine with each seed is a test of its own, called `4 PEs on knc`.
///
/// **Each PE** has an instance of the test class, made by its constructor without arguments, in a session that begins
/// before `@BeforeEach` and ends after `@AfterEach`; these too run as each PE, and may take the `Shmem`. Static
/// fields are each PE's own, as they are where PEs are processes: every PE loads the project's classes (those that
/// come from folders of the class path, and the archive that holds the test) for itself, and shares those of other
/// archives. What `@BeforeAll` left in a static field is seen by [#shareClasses] only.
///
/// **Failure.** The test fails with what the first failing PE threw; a suppressed line says which PE that was, and
/// what became of the others. After a PE has failed, an `@AfterEach` that takes a `Shmem` is left out. A race that a
/// simulated machine has seen fails the test.
///
/// **A hang** fails the test after [#timeout], with what each PE waited for and the stack of each. A PE that
/// computes for ever cannot be ended: it stays, with its memory, until this JVM ends.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /// What [#machine] calls the machine that the tests run on.
    String THIS_ONE = "";

    /// Numbers of PEs.
    int[] npes() default 2;

    /// Machines: this one, or simulated ones such as `knc`.
    String[] machine() default THIS_ONE;

    /// Symmetric heap of each PE, such as `8m`; nothing for `SHMEM_SYMMETRIC_SIZE`, else 64 MiB.
    String heap() default "";

    /// How long an invocation may take in all, such as `500ms`, `3s` or `2m`.
    String timeout() default "30s";

    /// Seeds of the noise of simulated machines; without one they have none. Not of this machine.
    long[] seed() default {};

    /// Whether puts of simulated machines arrive as late as the ordering rules allow, so that a missing fence shows.
    boolean latePuts() default false;

    /// Whether simulated machines report all accesses, of single words too, that nothing orders.
    boolean races() default false;

    /// Whether PEs share static fields, with each other and with `@BeforeAll`.
    boolean shareClasses() default false;
}
