// SPDX-License-Identifier: Apache-2.0
/// The launcher as a process: its signals, the processes that it starts, its private files, and its
/// refusals.
package org.jshmem.launch.os;
