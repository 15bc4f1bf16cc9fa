// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.program.ProgramFrames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The classes of a package use those of the packages that `packages.txt` names, and of no others of the project.
class DependenciesTest {
    private static final String ROOT = "org.jshmem";

    private static final String TEXT = text();

    /// Each package, and those that it may use, itself among them.
    private static final Map<String, String[]> MAY_USE = mayUse();

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("test-classes") && !location.contains("-tests.jar"))
            .importPackages(ROOT);

    private static String text() {
        try (InputStream file = DependenciesTest.class.getResourceAsStream("packages.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replaceAll("\n +", " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String[]> mayUse() {
        Map<String, String[]> packages = new LinkedHashMap<>();
        for (String line : TEXT.lines().toList()) {
            if (line.isEmpty() || line.startsWith("#")) continue;
            String[] names = Stream.of(line.split(":? +|:$"))
                    .map(name -> name.equals(".") ? ROOT : ROOT + "." + name)
                    .toArray(String[]::new);
            packages.put(names[0], names);
        }
        return packages;
    }

    static Stream<String> packages() {
        return MAY_USE.keySet().stream();
    }

    /// Fails as well if the package has no class: its line has to go.
    @ParameterizedTest
    @MethodSource("packages")
    void aPackageUsesOnlyThoseOfItsLine(String name) {
        rule(name, MAY_USE.get(name)).check(CLASSES);
    }

    private static ArchRule rule(String name, String... mayUse) {
        return classes()
                .that()
                .resideInAPackage(name)
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(ROOT + "..").or(resideInAnyPackage(mayUse)));
    }

    @Test
    void eachPackageHasALine() {
        classes()
                .should()
                .resideInAnyPackage(MAY_USE.keySet().toArray(String[]::new))
                .check(CLASSES);
    }

    @Test
    void noPackagesUseEachOtherInACircle() {
        slices().assignedFrom(new Packages()).should().beFreeOfCycles().check(CLASSES);
    }

    private static final class Packages implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    @Test
    void aUseThatNoLineNamesIsFound() {
        String name = ROOT + ".runtime";
        assertFalse(rule(name, MAY_USE.get(name)).evaluate(CLASSES).hasViolation());
        assertTrue(rule(name, name, ROOT).evaluate(CLASSES).hasViolation());
    }

    /// A message names the program's line, not that of an algorithm.
    @ParameterizedTest
    @ValueSource(strings = {"the contract", "above the seam", "below the seam"})
    void thePackagesThatServeAProgramAreNoPrograms(String part) {
        String rows = TEXT.substring(TEXT.indexOf("# " + part));
        for (String row :
                rows.lines().skip(1).takeWhile(line -> !line.isEmpty()).toList()) {
            String name = ROOT + (row.startsWith(".") ? "" : "." + row.substring(0, row.indexOf(':')));
            assertTrue(ProgramFrames.isLibrary(name + ".Any"), name);
        }
    }
}
