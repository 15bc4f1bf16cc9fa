/// The job file: its layout, its control words by name, the futexes in it, and how it looks from outside.
package org.jshmem.shm.jobfile;
