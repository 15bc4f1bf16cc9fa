// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/// The arguments of a parameterised test: a table, of whose rows a run tries some ([Samples#drawn]). Bars stand
/// between cells, and `''` is an empty one.
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(SampledRows.Provider.class)
public @interface SampledRows {
    String value();

    final class Provider extends AnnotationBasedArgumentsProvider<SampledRows> {
        @Override
        protected Stream<Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext test, SampledRows rows) {
            return Samples.drawn(rows.value().lines().toList()).stream()
                    .map(row ->
                            Stream.of(row.split("[|]")).map(cell -> cell.strip().replaceFirst("^''$", "")))
                    .map(cells -> Arguments.of(cells.toArray()));
        }
    }
}
