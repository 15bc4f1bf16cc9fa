/// The job file: its layout, its control words by name, the futexes in it, and how it looks from outside.
///
/// A job is one file, which the PEs map whole and shared. [JobLayout] has its words, and
/// [org.jshmem.collective.layout.SystemLayout] those of a PE's system area. A *region* is what one PE contributes: its
/// system area and its symmetric heap. Regions and heaps begin at multiples of 2 MiB, in the file and by address, so
/// byte `offset` of PE `k` lies `k` times the distance of two regions after that of PE 0, in every process.
/// `byteOffset()` of an object counts from the start of the heap, offsets in `Transport` from that of the region.
///
/// 1. The launcher checks that the whole file would fit, makes a file without a name in `--heap-dir` (0600; where the
///    file system has no such files `jshmem-<id>/job` in a folder 0700, removed as soon as it is written), and reserves
///    the control part and the start of each region. It writes the header by one call before any PE opens the file.
/// 2. The PEs open it through the launcher's descriptor, `/proc/<pid>/fd/<n>`, so only processes of the same user can.
///    A file with another magic number, another version, or sizes that do not fit together is refused by name.
/// 3. When the last process that has it open or mapped ends, however it ends, the kernel gives the memory back.
///
/// The file is sparse: a page that no process has touched costs nothing. Memory of the heap is backed when it is
/// allocated, so a full /dev/shm is an exception at the allocation and not a crash at a store.
package org.jshmem.shm.jobfile;
