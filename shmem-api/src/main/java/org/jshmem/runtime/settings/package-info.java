// SPDX-License-Identifier: Apache-2.0
/// The settings of a job: the environment, the launcher's variables, the notations of sizes, times and names, and the
/// memory of this host.
package org.jshmem.runtime.settings;
