/* SPDX-License-Identifier: Apache-2.0 */
#include "cold.h"
#include <string.h>

static long work[_SHMEM_REDUCE_SYNC_SIZE];
static double pwork[_SHMEM_REDUCE_MIN_WRKDATA_SIZE];

int main(int argc, char **argv) {
  shmem_init();
  int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n;
  double *part = shmem_malloc(sizeof *part), *sum = shmem_malloc(sizeof *sum);
  long *box = shmem_malloc(1000 * sizeof *box);
  for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; i++) work[i] = _SHMEM_SYNC_VALUE;
  *part = me + 1;
  shmem_barrier_all();
  double start = now_ms();
  if (!strcmp(argv[1], "barriers")) {
    for (int i = 0; i < 10000; i++) shmem_barrier_all();
  } else if (!strcmp(argv[1], "sums")) {
    for (int i = 0; i < 10000; i++) {
      shmem_double_sum_to_all(sum, part, 1, 0, 0, n, pwork, work);
      shmem_barrier_all();
    }
  } else {
    for (int i = 0; i < 100000; i++) shmem_long_p(box + i % 1000, i, next);
    shmem_quiet();
  }
  double end = now_ms();
  shmem_barrier_all();
  if (!strcmp(argv[1], "sums") && *sum != n * (n + 1) / 2) return 1;
  if (!strcmp(argv[1], "puts") && box[999] != 99999) return 1;
  if (me == 0) printf("own %f\n", end - start);
  shmem_finalize();
  return 0;
}
