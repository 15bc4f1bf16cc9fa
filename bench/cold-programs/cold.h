/* SPDX-License-Identifier: Apache-2.0 */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}
