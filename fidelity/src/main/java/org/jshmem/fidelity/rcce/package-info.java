// SPDX-License-Identifier: Apache-2.0
/// RCCE, iRCCE and the improvements of Kohler et al., as styles of the library's messages.
///
/// A style has the incomplete last line of a message and the clearing of flags; the machine's file has the cost of
/// its software. The algorithms are found by name, as a service: `rcce`, `ircce` and the steps after them.
package org.jshmem.fidelity.rcce;
