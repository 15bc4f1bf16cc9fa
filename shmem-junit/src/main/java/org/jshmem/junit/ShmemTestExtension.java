// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/// The JUnit extension for [ShmemTest]. It provides an invocation for each set-up of a test, and replaces JUnit's own
/// calls by calls on each PE. The calls are those of the test method and of the methods before and after it.
public final class ShmemTestExtension implements TestTemplateInvocationContextProvider {

    /// For JUnit.
    public ShmemTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getElement(), ShmemTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        ShmemTest test = AnnotationSupport.findAnnotation(context.getElement(), ShmemTest.class)
                .orElseThrow();
        return TestSetup.all(test).stream().map(Invocation::new);
    }

    private record Invocation(TestSetup setup)
            implements TestTemplateInvocationContext, InvocationInterceptor, ParameterResolver {
        @Override
        public String getDisplayName(int index) {
            return setup.title();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Shmem.class;
        }

        /// Returns null; each PE replaces it by its own handle.
        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return null;
        }

        @Override
        public void interceptTestTemplateMethod(
                InvocationInterceptor.Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext context)
                throws Throwable {
            invocation.skip();
            var classes = context.getRequiredTestInstances().getAllInstances().stream()
                    .<Class<?>>map(Object::getClass)
                    .toList();
            PeTest test = new PeTest(
                    classes, call.getExecutable(), call.getArguments().toArray(), setup.shareClasses());
            new TestJob(setup, test).run();
        }

        @Override
        public void interceptBeforeEachMethod(
                InvocationInterceptor.Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext context) {
            invocation.skip();
        }

        @Override
        public void interceptAfterEachMethod(
                InvocationInterceptor.Invocation<Void> invocation,
                ReflectiveInvocationContext<Method> call,
                ExtensionContext context) {
            invocation.skip();
        }
    }
}
