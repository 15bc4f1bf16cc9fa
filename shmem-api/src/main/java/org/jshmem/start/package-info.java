// SPDX-License-Identifier: Apache-2.0
/// What a launcher finds on the class path and starts: the programs that come with the library and the simulated
/// machines. Each module that has some registers them as services, so that no module names a class of another one.
package org.jshmem.start;
