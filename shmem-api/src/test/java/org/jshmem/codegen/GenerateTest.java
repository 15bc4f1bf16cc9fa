// SPDX-License-Identifier: Apache-2.0
package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerateTest {
    @TempDir
    Path folder;

    private Path templates;
    private Path target;

    @BeforeEach
    void folders() throws IOException {
        templates = Files.createDirectories(folder.resolve("templates"));
        target = folder.resolve("target");
    }

    private void generate(String name, String... lines) throws IOException {
        Files.write(templates.resolve(name), List.of(lines));
        Generate.main(new String[] {templates.toString(), target.toString()});
    }

    private List<String> generated(String name) throws IOException {
        return Files.readAllLines(target.resolve(name));
    }

    @Test
    void wordsStandForTheTypeAndNothingElse() throws IOException {
        generate("SymTypes.java", "//", "TYPE x; /// TYPEs", "p(ElementType.TYPE, 1 << TYPE_SHIFT, BOX)");
        assertEquals(
                List.of(
                        "//",
                        "// Generated from src/main/templates/SymTypes.java: change that.",
                        "byte x; /// bytes",
                        "p(ElementType.BYTE, 1 << 0, Byte)"),
                generated("SymBytes.java"));
        assertEquals(
                "p(ElementType.INT, 1 << 2, Integer)", generated("SymInts.java").get(3));
    }

    @Test
    void linesAreForTheTypesThatCan() throws IOException {
        generate("TypeX.java", "//", "// if WAIT", "wait", "// unless ATOMIC", "narrow", "// end", "// end", "all");
        assertEquals(List.of("all"), generated("ByteX.java").subList(2, 3));
        assertEquals(List.of("wait", "narrow", "all"), generated("ShortX.java").subList(2, 5));
        assertEquals(List.of("wait", "all"), generated("LongX.java").subList(2, 4));
    }

    @Test
    void blocksAreRepeatedForTheOperatorsOfTheType() throws IOException {
        generate("TypeX.java", "//", "// for OP", "case OP -> op(LANES_OP, X_OP_Y);", "// end");
        assertEquals("case AND -> and(AND, x & y);", generated("IntX.java").get(2));
        assertEquals("case PROD -> prod(MUL, x * y);", generated("IntX.java").get(8));
        assertEquals(
                "case MAX -> max(MAX, Math.max(x, y));",
                generated("FloatX.java").get(2));
        generate("TypeX.java", "//", "// for BITS", "fetchOpNbi(Atomic.OP);", "// end");
        assertEquals("fetchXorNbi(Atomic.XOR);", generated("IntX.java").getLast());
    }

    @Test
    void whatDoesNotChangeIsNotWrittenAgainAndWhatIsGoneIsDeleted() throws IOException {
        generate("TypeX.java", "//", "TYPE");
        FileTime then = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(target.resolve("IntX.java"), then);
        generate("TypeY.java", "//", "TYPE");
        assertEquals(then, Files.getLastModifiedTime(target.resolve("IntX.java")));
        Files.delete(templates.resolve("TypeX.java"));
        generate("TypeY.java", "//", "TYPE");
        assertFalse(Files.exists(target.resolve("IntX.java")));
    }

    @Test
    void marksThatDoNotMatchAreRefused() {
        var open = assertThrows(IllegalArgumentException.class, () -> generate("TypeX.java", "// if WAIT", "wait"));
        assertEquals("TypeX.java has a block without its // end: // if WAIT", open.getMessage());
        var end = assertThrows(IllegalArgumentException.class, () -> generate("TypeX.java", "// end"));
        assertEquals("TypeX.java has an // end that closes nothing", end.getMessage());
        var unknown = assertThrows(IllegalArgumentException.class, () -> generate("TypeX.java", "// for X", "// end"));
        assertEquals("No enum constant org.jshmem.codegen.Type.X", unknown.getMessage());
    }
}
