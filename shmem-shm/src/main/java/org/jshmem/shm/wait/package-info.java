/// The waits of a PE: its own thread, or a carrier that runs several PEs by turns; and what a long wait checks.
package org.jshmem.shm.wait;
