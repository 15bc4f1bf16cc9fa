// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;

/// The list of a paper's claims. It is older than the first run of the board.
///
/// @param key the paper's letter, for `--paper`
/// @param title authors, title, year
/// @param machine the simulated machine that the claims concern; null for the reader's own
/// @param claims in the order of the paper's sections
record PaperClaims(String key, String title, String machine, List<Claim> claims) {

    /// Returns the simulated machine, null for the reader's own.
    Machine simulated() {
        return machine == null ? null : MachineFiles.named(machine);
    }

    /// Returns the ablations of the claims that have one and whose ids begin with `only`, by id.
    Map<String, String> ablations(String only) {
        return claims.stream()
                .filter(claim -> claim.ablation() != null && claim.id().startsWith(only))
                .collect(Collectors.toMap(Claim::id, Claim::ablation));
    }

    /// Returns the list of a paper, by the name of its file.
    static PaperClaims read(String name) {
        return read(name, PaperClaims.class);
    }

    /// Returns the reasons of claims that fail, by their ids: written after a run.
    @SuppressWarnings("unchecked")
    static Map<String, String> reasons() {
        return read("reasons", Map.class);
    }

    /// Returns the titles and the notes of figures, by their ids.
    @SuppressWarnings("unchecked")
    static Map<String, Map<String, String>> figures() {
        return read("figures", Map.class);
    }

    private static <T> T read(String name, Class<T> type) {
        try (InputStream in = PaperClaims.class.getResourceAsStream("claims/" + name + ".json")) {
            if (in == null) throw new IllegalStateException("no list of claims, name=" + name);
            return new Gson().fromJson(new InputStreamReader(in, StandardCharsets.UTF_8), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
