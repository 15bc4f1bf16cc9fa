// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineProvider;

/// The built-in machines, from files in this module. Their sources abbreviate papers by letters.
///
/// R is Ramos & Hoefler, HPDC 2013; N is Namashivayam et al., 2014; PUB-1 is J. McCalpin's STREAM table of 5 December
/// 2013; the guide is Intel's developer's guide. P is Petrović et al., SPAA 2012; K is Kohler et al., 2012. H and C are
/// this project's own measurements of two hosts and of collectives.
public final class BuiltInMachines implements MachineProvider {
    private static final List<String> NAMES = List.of("cluster", "knc", "knc-se10p", "scc");

    /// For the service loader.
    public BuiltInMachines() {}

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public Machine machine(String name) {
        return MachineFile.read(name + ".json", text(name), this::machine);
    }

    @Override
    public String text(String name) {
        try (InputStream in = BuiltInMachines.class.getResourceAsStream(name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
