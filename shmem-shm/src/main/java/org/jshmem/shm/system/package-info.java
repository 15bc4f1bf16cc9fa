/// The few calls of the kernel and of the C library that the JDK does not offer.
package org.jshmem.shm.system;
