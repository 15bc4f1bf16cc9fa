// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.file.Path;
import org.jshmem.contract.ApiChange;
import org.jshmem.contract.PublicApi;
import org.junit.jupiter.api.Test;

/// api.txt is what programs of package `mpi` see; `-Ddocs.update` writes what was added.
class PublicApiTest {
    @Test
    void theListIsWhatIsBuilt() throws Exception {
        ApiChange.of("shmem-mpi", PublicApi.of(Path.of("target/classes"), "mpi"))
                .check(System.getProperty("docs.update") != null);
    }
}
