// SPDX-License-Identifier: Apache-2.0
/// The services that a launcher finds on the class path and starts: the programs that come with the library, and
/// the simulated machines. Each module registers its own, so that no module names a class of another one.
/// Also the program's place in a stack, and the text of an exception that ends a PE, which are equal on all of them;
/// and signals of this process, by the JDK's own class.
package org.jshmem.spi;
