// SPDX-License-Identifier: Apache-2.0
/// The launcher as a process: its signals, its private files, and its refusals.
package org.jshmem.launch.system;
