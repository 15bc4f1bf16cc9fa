// SPDX-License-Identifier: Apache-2.0
/// The services that a launcher finds on the class path and starts: the programs that come with the library, and
/// the simulated machines. Each module registers its own, so that no module names a class of another one.
package org.jshmem.spi;
