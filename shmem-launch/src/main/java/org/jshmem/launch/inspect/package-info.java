// SPDX-License-Identifier: Apache-2.0
/// Running jobs seen from outside: `--ps`, `--inspect`, and the report of a job that hangs.
package org.jshmem.launch.inspect;
