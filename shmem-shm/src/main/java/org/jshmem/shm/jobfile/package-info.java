/// The job file: its layout, its control words by name, the futex and the events in it, and how it looks from outside.
package org.jshmem.shm.jobfile;
