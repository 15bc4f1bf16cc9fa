// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.List;
import org.jshmem.nas.cg.Cg;
import org.jshmem.nas.ep.Ep;
import org.jshmem.nas.ft.Ft;
import org.jshmem.nas.is.Is;
import org.jshmem.nas.mg.Mg;
import org.jshmem.nas.sp.Sp;
import org.jshmem.spi.BuiltIn;
import org.jshmem.spi.BuiltIns;

/// The programs of this module that the launcher runs by name.
public final class NasPrograms implements BuiltIns {

    @Override
    public List<BuiltIn> programs() {
        return List.of(
                BuiltIn.of("cg", Cg.class, "NAS kernel CG: conjugate gradients"),
                BuiltIn.of("ep", Ep.class, "NAS kernel EP: pairs of Gaussian deviates"),
                BuiltIn.of("ft", Ft.class, "NAS kernel FT: a three-dimensional Fourier transform"),
                BuiltIn.of("is", Is.class, "NAS kernel IS: integer sort"),
                BuiltIn.of("mg", Mg.class, "NAS kernel MG: multigrid"),
                BuiltIn.of("sp", Sp.class, "NAS application SP: scalar penta-diagonal solver"));
    }
}
