// SPDX-License-Identifier: Apache-2.0
/// RCCE, iRCCE and the improvements of Kohler et al., as styles of the library's messages.
///
/// A style has the software cost of a message, its incomplete last line, and the clearing of flags. The algorithms
/// are found by name, as a service: `rcce`, `ircce` and the steps after them.
package org.jshmem.fidelity.rcce;
