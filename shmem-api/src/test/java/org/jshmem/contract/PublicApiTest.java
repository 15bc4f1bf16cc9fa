// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.codegen.Routine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// api.txt is what programs see of this module, and it changes as semantic versioning has it. `-Ddocs.update` writes
/// what was added.
public class PublicApiTest {
    @TempDir
    private Path folder;

    @Test
    void theListIsWhatIsBuilt() throws Exception {
        var built = PublicApi.of(Path.of("target/classes"), "org.jshmem", "org.jshmem.compat", "org.jshmem.spi");
        assertTrue(built.size() > 5000, "found " + built.size());
        foldRoutines(built);
        ApiChange.of("shmem-api", built).check(System.getProperty("docs.update") != null);
    }

    /// A line for each row of the table of routines instead of the methods that are generated from it.
    private static void foldRoutines(SortedSet<String> lines) {
        Set<String> generated = new HashSet<>();
        List<Routine> folded = Routine.ALL.stream()
                .filter(routine ->
                        !Set.of("uint64", Routine.ONCE).contains(routine.table())) // of signals, and single ones
                .toList();
        for (Routine routine : folded) {
            routine.kinds().forEach(kind -> {
                generated.add(routine.c(kind));
                if (routine.hasContext()) generated.add(routine.withContext(kind));
            });
            if (routine.isGeneric()) generated.add(routine.generic());
        }
        Pattern name = Pattern.compile("org.jshmem.compat.OpenShmem: static .*?(\\w+)\\(.*");
        lines.removeIf(line -> {
            Matcher method = name.matcher(line);
            return method.matches() && generated.contains(method.group(1)) && !line.contains("(Signal");
        });
        for (Routine routine : folded) lines.add("org.jshmem.compat.OpenShmem: routine " + signature(routine));
    }

    @Test
    void anAdditionIsWrittenWhenAsked() throws Exception {
        Path list = list("0.1", "a.T: int f()");
        ApiChange change = new ApiChange(list, "0.1.2-SNAPSHOT", "", lines("a.T: int f()", "a.T: int g()"));
        assertEquals(
                list + ", the API of 0.1, is not what is built:\n+ a.T: int g()\n"
                        + "nothing of that breaks programs compiled with 0.1; then mvn verify -Ddocs.update writes the list",
                assertThrows(AssertionError.class, () -> change.check(false)).getMessage());
        change.check(true);
        assertEquals(
                "# What programs are compiled against, as of 0.1\na.T: int f()\na.T: int g()\n",
                Files.readString(list));
    }

    @Test
    void aRemovalNeedsANewVersion() throws Exception {
        Path list = list("1", "a.T: int f(long)", "a.T: int g()", "a.T: int h()");
        var now = lines("a.T: long f(long)", "a.T: int h()");
        String changes = "- `T.g` is gone, and `T.f` returns a long";
        String refused = assertThrows(
                        AssertionError.class, () -> new ApiChange(list, "1.7.0", changes, now).check(true))
                .getMessage();
        assertEquals(
                list + ", the API of 1, is not what is built:\n"
                        + "- a.T: int f(long)\n- a.T: int g()\n+ a.T: long f(long)\n"
                        + "programs compiled with 1 break by that: keep what was there, or raise the version in pom.xml"
                        + " to the next major one; then mvn verify -Ddocs.update writes the list",
                refused);
        assertTrue(Files.readString(list).contains("a.T: int g()"), "nothing was written");
        String unnamed = assertThrows(
                        AssertionError.class, () -> new ApiChange(list, "2.0.0", "`T.f`", now).check(true))
                .getMessage();
        assertTrue(unnamed.contains("; name `T.g` in CHANGELOG.md; then mvn verify"), unnamed);
        assertTrue(Files.readString(list).contains("a.T: int g()"), "nothing was written");
        new ApiChange(list, "2.0.0", changes, now).check(true);
        new ApiChange(list, "2.1.0", "", now).check(false);
        new ApiChange(list("1", "a.T: int f(long)"), "1.0", changes + " (not released)", now).check(true);
    }

    @Test
    void whatProgramsImplementMayNotAskForMore() throws Exception {
        String listener = "org.jshmem.ShmemListener: abstract interface ShmemListener";
        Path list = list("0.1", listener);
        var more = lines(listener, "org.jshmem.ShmemListener: abstract void flush()");
        assertTrue(assertThrows(AssertionError.class, () -> new ApiChange(list, "0.1.0", "", more).check(true))
                .getMessage()
                .contains("break by that"));
        new ApiChange(list, "0.1.0", "", lines(listener, "org.jshmem.ShmemListener: default void flush()")).check(true);
    }

    private Path list(String version, String... lines) throws IOException {
        Path list = folder.resolve("api.txt");
        return Files.writeString(
                list,
                "# What programs are compiled against, as of " + version + "\n" + String.join("\n", lines) + "\n");
    }

    private static TreeSet<String> lines(String... lines) {
        return new TreeSet<>(List.of(lines));
    }

    /// The declaration without the body: `void shmem_TYPENAME_p(sym dest, TYPE value, int pe) ctx C11 of RMA`.
    private static String signature(Routine routine) {
        String arguments = routine.parameters().stream().map(Object::toString).collect(Collectors.joining(", "));
        return "%s %s(%s)%s%s of %s"
                .formatted(
                        routine.returns(),
                        routine.name(),
                        arguments,
                        routine.hasContext() ? " ctx" : "",
                        routine.isGeneric() ? " C11" : "",
                        routine.table());
    }
}
