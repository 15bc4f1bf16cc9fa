// SPDX-License-Identifier: Apache-2.0
// Heat along a rod, in C: docs/from-c.md shows it next to the Java program of the tutorial.
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 5, STEPS = 100 };

static double mine, heat, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE]; // static memory is symmetric
static long sync[SHMEM_REDUCE_SYNC_SIZE];

int main(void) {
    shmem_init();
    for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) sync[i] = SHMEM_SYNC_VALUE;
    int me = shmem_my_pe(), pes = shmem_n_pes();
    double *halo = shmem_calloc(4, sizeof *halo); // of even steps and of odd ones: left, right
    long *left = shmem_calloc(1, sizeof *left), *right = shmem_calloc(1, sizeof *right);
    double *u = calloc(CELLS + 2, sizeof *u), *next = calloc(CELLS + 2, sizeof *next);
    for (int i = 1; me == 0 && i <= CELLS; i++) u[i] = 100;
    for (int step = 1; step <= STEPS; step++) {
        int now = 2 * (step & 1);
        if (me > 0) shmem_double_put(&halo[now + 1], &u[1], 1, me - 1);
        if (me < pes - 1) shmem_double_put(&halo[now], &u[CELLS], 1, me + 1);
        shmem_fence();
        if (me > 0) shmem_long_p(right, step, me - 1);
        if (me < pes - 1) shmem_long_p(left, step, me + 1);
        if (me > 0) shmem_long_wait_until(left, SHMEM_CMP_GE, step);
        if (me < pes - 1) shmem_long_wait_until(right, SHMEM_CMP_GE, step);
        u[0] = me > 0 ? halo[now] : u[1];
        u[CELLS + 1] = me < pes - 1 ? halo[now + 1] : u[CELLS];
        for (int i = 1; i <= CELLS; i++) next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
        double *swap = u;
        u = next;
        next = swap;
    }
    for (int i = 1; i <= CELLS; i++) mine += u[i];
    shmem_double_sum_to_all(&heat, &mine, 1, 0, 0, pes, work, sync);
    if (!(fabs(heat - 500) <= 1e-9)) shmem_global_exit(1);
    if (me == 0) printf("heat %.1f\n", heat);
    free(u);
    free(next);
    shmem_finalize();
    return 0;
}
