// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A version of the OpenSHMEM specification.
///
/// @param major the number before the point
/// @param minor the number after it
public record Version(int major, int minor) {

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
