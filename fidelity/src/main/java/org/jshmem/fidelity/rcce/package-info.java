// SPDX-License-Identifier: Apache-2.0
/// RCCE, iRCCE and what Kohler et al. made of them, as styles of the library's messages: the software of a message, its
/// incomplete last line, the clearing of flags. Found by name, as a service: `rcce`, `ircce` and the steps after them.
package org.jshmem.fidelity.rcce;
