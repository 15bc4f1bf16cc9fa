// SPDX-License-Identifier: Apache-2.0
/// The launcher as a process: signals, its private files, what it refuses.
package org.jshmem.launch.system;
