// SPDX-License-Identifier: Apache-2.0
package org.jshmem.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/// Everything that programs see has Javadoc from which one can write a call: a first sentence, a tag for each parameter
/// and one for the result, neither of which repeats a name alone. A family of methods has tags once: the comments of
/// its other forms name it, as in "Writes all of `src`, as [#put] does". The C names have a sentence each.
class JavadocTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> PACKAGES = List.of(
            "shmem-api/src/main/java/org/jshmem",
            "shmem-api/src/main/java/org/jshmem/compat",
            "shmem-api/target/generated-sources/typed/org/jshmem",
            "shmem-junit/src/main/java/org/jshmem/junit");

    private final List<String> found = new ArrayList<>();
    private int methods;

    @Test
    void everyPublicMemberSaysWhatItDoesTakesAndReturns() throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-proc:none");
            var task = (JavacTask)
                    compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources()));
            DocTrees docs = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) types(docs, unit);
        }
        assertEquals(List.of(), found);
        assertTrue(methods > 250, methods + " methods: are these all?");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String folder : PACKAGES) {
            try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .sorted()
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private void types(DocTrees docs, CompilationUnitTree unit) {
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitClass(ClassTree type, Void none) {
                TreePath path = getCurrentPath();
                boolean open = type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                        || isContract(type)
                        || type.getExtendsClause() != null // in the chain that OpenShmem inherits
                        || path.getParentPath().getLeaf() instanceof ClassTree outer && isContract(outer);
                if (!open) return null; // nothing in it is public either
                members(docs, path, type);
                return super.visitClass(type, none);
            }
        }.scan(unit, null);
    }

    private void members(DocTrees docs, TreePath path, ClassTree type) {
        if (type.getModifiers().getFlags().contains(Modifier.PUBLIC))
            comment(docs, path, type.getSimpleName().toString());
        for (Tree member : type.getMembers()) {
            if (!isPublic(type, member)) continue;
            TreePath at = new TreePath(path, member);
            if (member instanceof VariableTree field) comment(docs, at, type.getSimpleName() + "." + field.getName());
            if (!(member instanceof MethodTree method) || isOverride(method)) continue;
            methods++;
            String name = type.getSimpleName() + "." + method.getName();
            String text = comment(docs, at, name);
            if (isCompact(type, method)) continue; // its parameters are those of the record
            if (text.contains("] does")) continue; // they are those of the first form
            if (type.getSimpleName().toString().endsWith("Names")) continue; // C names: the specification has them
            for (VariableTree parameter : method.getParameters()) {
                tag(
                        name,
                        text,
                        "@param " + parameter.getName() + " ",
                        parameter.getName().toString());
            }
            for (var t : method.getTypeParameters())
                tag(name, text, "@param <" + t.getName() + "> ", t.getName().toString());
            Tree result = method.getReturnType();
            if (result != null && !result.toString().equals("void")) tag(name, text, "@return ", "result");
        }
    }

    /// A tag whose text says more than the name of what it is about.
    private void tag(String method, String text, String tag, String name) {
        int at = text.indexOf(tag);
        String said = at < 0
                ? ""
                : text.substring(at + tag.length()).split("[@}]", 2)[0].strip();
        if (said.isEmpty() || said.matches("(the )?(value|" + name + ")")) {
            found.add(method + " needs " + tag.strip() + ": " + text.strip());
        }
    }

    private String comment(DocTrees docs, TreePath path, String name) {
        String text = docs.getDocComment(path);
        if (text == null) found.add(name + " has no comment");
        return text == null ? "" : text;
    }

    private static boolean isCompact(ClassTree type, MethodTree method) {
        return type.getKind() == Tree.Kind.RECORD && method.getName().contentEquals("<init>");
    }

    private static boolean isContract(ClassTree type) {
        return type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
    }

    private static boolean isPublic(ClassTree type, Tree member) {
        ModifiersTree modifiers = switch (member) {
            case MethodTree method -> method.getModifiers();
            case VariableTree field -> field.getModifiers();
            default -> null; // a type comes by itself
        };
        if (modifiers == null) return false;
        var flags = modifiers.getFlags();
        return flags.contains(Modifier.PUBLIC) || isContract(type) && !flags.contains(Modifier.PRIVATE);
    }

    private static boolean isOverride(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }
}
