// SPDX-License-Identifier: Apache-2.0
/// The launcher `oshrun`: its command line, and the commands and jobs that it runs.
package org.jshmem.launch;
