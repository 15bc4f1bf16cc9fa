// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks a JUnit test method that runs as several PEs, which are threads of the test's JVM:
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
/// **Invocations.** Each number of PEs on each machine with each seed is a separate test, with a name such as `4 PEs
/// on knc`.
///
/// **Each PE** has an instance of the test class, made by its constructor without arguments. Its session begins before
/// `@BeforeEach` and ends after `@AfterEach`. These methods also run once on each PE, and may take the `Shmem`. Each
/// PE has its own static fields, as in jobs of processes. For this purpose every PE loads the project's classes for
/// itself: those in folders of the class path, and those in the archive that has the test. PEs share the classes of
/// other archives. A PE sees a static field that `@BeforeAll` set only with [#shareClasses]. Fields
/// that JUnit sets, such as those with `@TempDir`, are null on PEs; a parameter with `@TempDir` is not.
///
/// **Failure.** The test fails with the exception of the PE that failed first. A suppressed exception names that PE,
/// and the other PEs that failed independently. After a PE has failed, an `@AfterEach` that takes a `Shmem` does not
/// run. A race that a simulated machine reports fails the test.
///
/// **A hang** fails the test after [#timeout]. The report has the wait and the stack of each PE. A PE that computes
/// for ever cannot be ended: it stays, with its memory, until this JVM ends.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /// The value of [#machine] for the real machine, on which the tests run.
    String THIS_ONE = "";

    /// {@return the numbers of PEs; each is a separate test}
    int[] npes() default 2;

    /// {@return the machines: [#THIS_ONE], or simulated ones such as `knc`}
    String[] machine() default THIS_ONE;

    /// {@return the size of each PE's symmetric heap, such as `8m`} If empty: `SHMEM_SYMMETRIC_SIZE`, else
    /// 64 MiB.
    String heap() default "";

    /// {@return the longest time of one invocation, such as `500ms`, `3s` or `2m`} After this time the test fails with
    /// a report.
    String timeout() default "30s";

    /// {@return the seeds of random delays; each is a separate test, for simulated machines only} Without a seed there
    /// are no random delays.
    long[] seed() default {};

    /// {@return whether puts arrive as late as OpenSHMEM allows, so that a missing fence fails the test,
    /// for simulated machines only}
    boolean latePuts() default false;

    /// {@return whether a data race, also of single words, fails the test, for simulated machines only}
    boolean races() default false;

    /// {@return whether PEs share static fields with each other and with `@BeforeAll`} By default each PE
    /// has its own.
    boolean shareClasses() default false;
}
