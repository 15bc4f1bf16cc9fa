// SPDX-License-Identifier: Apache-2.0
/// Views of running jobs from outside: `--ps`, `--inspect` and `--top`.
package org.jshmem.launch.report;
