// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.nio.file.Path;
import org.jshmem.contract.ApiChange;
import org.jshmem.contract.PublicApi;
import org.junit.jupiter.api.Test;

/// api.txt is what tests see of this module; `-Ddocs.update` writes what was added.
class PublicApiTest {
    @Test
    void theListIsWhatIsBuilt() throws Exception {
        var built = PublicApi.of(Path.of("target/classes"), "org.jshmem.junit");
        ApiChange.of("shmem-junit", built).check(System.getProperty("docs.update") != null);
    }
}
