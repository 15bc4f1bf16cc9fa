// SPDX-License-Identifier: Apache-2.0
/// Views of running jobs from outside: `--ps`, `--inspect`, and the report of a job that hangs.
package org.jshmem.launch.report;
