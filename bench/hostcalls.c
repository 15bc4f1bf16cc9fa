// SPDX-License-Identifier: Apache-2.0
// HostCalls.java in C with OpenSHMEM: the same calls, loops and medians
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MIB (1 << 20)
static long box[64], out[64];
static double part[1], sums[1], pwrk[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
static long psync[SHMEM_REDUCE_SYNC_SIZE], psync2[SHMEM_ALLTOALL_SYNC_SIZE];
static char block[MIB], bytes[MIB];
static volatile long sink;
static int other;

static void get(void) { sink = shmem_long_g(box, other); }
static void fetch_add(void) { sink = shmem_long_atomic_fetch_add(box, 1, other); }
static void p(void) { shmem_long_p(box, 1, other), shmem_quiet(); }
static void put_block(void) { shmem_putmem(block, bytes, MIB, other), shmem_quiet(); }
static void get_block(void) { shmem_getmem(bytes, block, MIB, other); }
static void sum(void) { shmem_double_sum_to_all(sums, part, 1, 0, 0, shmem_n_pes(), pwrk, psync); }
static void alltoall(void) { shmem_alltoall64(out, box, 1, 0, 0, shmem_n_pes(), psync2); }

static int less(const void *a, const void *b) { return *(long *)a < *(long *)b ? -1 : *(long *)a > *(long *)b; }

static void measure(const char *name, int everybody, int warm, int count, void (*call)(void)) {
    long *nanos = calloc(count, sizeof(long));
    for (int k = -warm; k < count && (everybody || shmem_my_pe() == 0); k++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a), call(), clock_gettime(CLOCK_MONOTONIC, &b);
        if (k >= 0) nanos[k] = (b.tv_sec - a.tv_sec) * 1000000000L + b.tv_nsec - a.tv_nsec;
    }
    qsort(nanos, count, sizeof(long), less);
    if (shmem_my_pe() == 0) printf("%-26s %8.2f us\n", name, nanos[count / 2] / 1e3), fflush(stdout);
    shmem_barrier_all();
}

int main(void) {
    shmem_init();
    for (int k = 0; k < SHMEM_REDUCE_SYNC_SIZE; k++) psync[k] = SHMEM_SYNC_VALUE;
    for (int k = 0; k < SHMEM_ALLTOALL_SYNC_SIZE; k++) psync2[k] = SHMEM_SYNC_VALUE;
    other = shmem_n_pes() - 1;
    shmem_barrier_all();
    measure("get of 8 bytes", 0, 20000, 5000, get);
    measure("fetch-and-add", 0, 20000, 5000, fetch_add);
    measure("put of 8 bytes and quiet", 0, 20000, 5000, p);
    measure("put of 1 MiB and quiet", 0, 1000, 250, put_block);
    measure("get of 1 MiB", 0, 1000, 250, get_block);
    measure("barrier", 1, 20000, 5000, shmem_barrier_all);
    measure("sum of 1 double", 1, 20000, 5000, sum);
    measure("alltoall of 1 long", 1, 20000, 5000, alltoall);
    shmem_finalize();
}
