// SPDX-License-Identifier: Apache-2.0
/// The output of the PEs, forwarded in whole lines.
package org.jshmem.launch.output;
