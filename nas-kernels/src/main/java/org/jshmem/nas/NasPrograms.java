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
                BuiltIn.kernel("cg", Cg.class, "NAS kernel CG: conjugate gradients"),
                BuiltIn.kernel("ep", Ep.class, "NAS kernel EP: pairs of Gaussian deviates"),
                BuiltIn.kernel("ft", Ft.class, "NAS kernel FT: a three-dimensional Fourier transform"),
                BuiltIn.kernel("is", Is.class, "NAS kernel IS: integer sort"),
                BuiltIn.kernel("mg", Mg.class, "NAS kernel MG: multigrid"),
                BuiltIn.kernel("sp", Sp.class, "NAS application SP: scalar penta-diagonal solver"));
    }
}
