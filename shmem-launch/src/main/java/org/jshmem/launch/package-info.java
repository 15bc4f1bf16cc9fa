// SPDX-License-Identifier: Apache-2.0
/// The launcher `oshrun`: its command line, and what it does with it.
package org.jshmem.launch;
