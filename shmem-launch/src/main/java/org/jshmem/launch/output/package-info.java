// SPDX-License-Identifier: Apache-2.0
/// What the PEs write, forwarded in whole lines.
package org.jshmem.launch.output;
