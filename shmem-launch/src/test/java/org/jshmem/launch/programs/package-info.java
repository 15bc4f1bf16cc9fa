// SPDX-License-Identifier: Apache-2.0
/// Programs that the launcher's tests run on real PEs.
package org.jshmem.launch.programs;
