// SPDX-License-Identifier: Apache-2.0
/// A running job in its launcher: starts the processes, watches them end, decides how the job ends.
package org.jshmem.launch.job;
