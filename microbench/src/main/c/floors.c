// SPDX-License-Identifier: Apache-2.0
/*
 * What the hardware gives: the floors that the microbenchmarks print as their first rows.
 *
 *   floors op                        store, load and atomics on a line of one's own
 *   floors memcpy BYTES...           copies between two private buffers
 *   floors pingpong                  two processes, a flag in shared memory, spinning; one way
 *   floors barrier NPES spin|yield   central sense-reversing barrier between processes
 *   floors stream NPES DOUBLES PASSES   the four STREAM kernels, each process on arrays of its own
 *
 * Prints lines "what bytes iterations min_ns median_ns low_ns high_ns p99_ns", where low and high are the 95 % interval of
 * the median by order statistics. Every sample is a batch that takes a few microseconds.
 */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Tells the core that it only waits. A machine without such an instruction waits as well, only warmer. */
static inline void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory"); /* yield does nothing on most cores; isb takes about as long as pause */
#endif
}

enum { SAMPLES = 2000, MOST_PASSES = 1000, LINE = 64 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void print(const char *what, long bytes, long iterations, double *samples, int n, double divisor) {
  qsort(samples, (size_t) n, sizeof *samples, ascending);
  int half = (int) (0.98 * sqrt((double) n)) + 1;
  int low = n / 2 > half ? n / 2 - half : 0, high = n / 2 + half < n ? n / 2 + half : n - 1;
  printf("%s %ld %ld %.4f %.4f %.4f %.4f %.4f\n", what, bytes, iterations, samples[0] / divisor, samples[n / 2] / divisor,
         samples[low] / divisor, samples[high] / divisor, samples[(int) (0.99 * (n - 1))] / divisor);
  fflush(stdout);
}

static void *shared(size_t bytes) {
  void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return at;
}

/* Forks n - 1 children; returns this process's number. */
static int spawn(int n) {
  for (int i = 1; i < n; i++) {
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      return i;
    }
  }
  return 0;
}

static void leave(int me) {
  if (me != 0) exit(0);
  while (wait(NULL) > 0) {}
}

/* ---- one process ---- */

#define OPERATION(name, statement)                                             \
  do {                                                                         \
    for (int s = 0; s < SAMPLES; s++) {                                        \
      double start = now();                                                    \
      for (int i = 0; i < 1024; i++) {                                         \
        statement;                                                             \
        __asm__ volatile("" ::: "memory");                                     \
      }                                                                        \
      samples[s] = now() - start;                                              \
    }                                                                          \
    print(name, 8, 1024L * SAMPLES, samples, SAMPLES, 1024);                   \
  } while (0)

static void operations(void) {
  static double samples[SAMPLES];
  static _Alignas(LINE) volatile int64_t words[8];
  static _Alignas(LINE) _Atomic int64_t word;
  int64_t expected = 0;
  OPERATION("store", words[i & 7] = i);
  OPERATION("load", (void) words[i & 7]);
  /* a fetch whose value is not used is compiled to an add */
  int64_t seen = 0;
  OPERATION("fetch-add", seen = atomic_fetch_add(&word, 1); __asm__ volatile("" ::"r"(seen)));
  OPERATION("add", atomic_fetch_add(&word, 1));
  OPERATION("swap", seen = atomic_exchange(&word, i); __asm__ volatile("" ::"r"(seen)));
  expected = atomic_load(&word);
  OPERATION("compare-swap", atomic_compare_exchange_strong(&word, &expected, expected + 1); expected++);
}

static void copies(int count, char **sizes) {
  static double samples[SAMPLES];
  for (int k = 0; k < count; k++) {
    size_t bytes = (size_t) atol(sizes[k]);
    size_t room = (bytes + 4095) / 4096 * 4096;
    char *from = shared(room), *to = shared(room);
    memset(from, 1, room);
    memset(to, 2, room);
    int batch = bytes < 8192 ? (int) (65536 / (bytes + 32)) : 1;
    double budget = now() + 40e6;
    int n = 0;
    for (int warm = 0; warm < 3; warm++) {
      memcpy(to, from, bytes);
      __asm__ volatile("" ::"r"(to) : "memory");
    }
    while (n < SAMPLES && (n < 5 || now() < budget)) {
      double start = now();
      for (int i = 0; i < batch; i++) {
        memcpy(to, from, bytes);
        __asm__ volatile("" ::"r"(to), "r"(from) : "memory");
      }
      samples[n++] = now() - start;
    }
    print("memcpy", (long) bytes, (long) batch * n, samples, n, batch);
    munmap(from, room);
    munmap(to, room);
  }
}

/* ---- processes ---- */

struct flags {
  _Alignas(128) _Atomic int64_t ping;
  _Alignas(128) _Atomic int64_t pong;
};

static void pingpong(void) {
  enum { BATCH = 64, WARM = 200 };
  static double samples[SAMPLES];
  struct flags *f = shared(sizeof *f);
  int me = spawn(2);
  int64_t turn = 0;
  for (int s = -WARM; s < SAMPLES; s++) {
    double start = now();
    for (int i = 0; i < BATCH; i++) {
      turn++;
      if (me == 0) {
        atomic_store_explicit(&f->ping, turn, memory_order_release);
        while (atomic_load_explicit(&f->pong, memory_order_acquire) != turn) relax();
      } else {
        while (atomic_load_explicit(&f->ping, memory_order_acquire) != turn) relax();
        atomic_store_explicit(&f->pong, turn, memory_order_release);
      }
    }
    if (s >= 0) samples[s] = now() - start;
  }
  if (me == 0) print("pingpong", 8, (long) BATCH * SAMPLES, samples, SAMPLES, 2.0 * BATCH);
  leave(me);
}

struct gate {
  _Alignas(128) _Atomic int arrived;
  _Alignas(128) _Atomic int sense;
};

static void pass(struct gate *g, int npes, int *sense, int yields) {
  int mine = *sense = !*sense;
  if (atomic_fetch_add_explicit(&g->arrived, 1, memory_order_acq_rel) == npes - 1) {
    atomic_store_explicit(&g->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&g->sense, mine, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&g->sense, memory_order_acquire) != mine) {
    if (yields) sched_yield();
    else relax();
  }
}

static void barrier(int npes, int yields) {
  static double samples[SAMPLES];
  struct gate *g = shared(sizeof *g);
  int me = spawn(npes), sense = 0;
  int batch = npes <= 2 ? 32 : npes <= 8 ? 4 : 1, warm = npes <= 2 ? 200 : 20;
  int count = npes <= 8 ? SAMPLES : SAMPLES / 2;
  for (int s = -warm; s < count; s++) {
    double start = now();
    for (int i = 0; i < batch; i++) pass(g, npes, &sense, yields);
    if (s >= 0) samples[s] = now() - start;
  }
  if (me == 0) print(yields ? "barrier-yield" : "barrier-spin", 0, (long) batch * count, samples, count, batch);
  leave(me);
}

/* gcc compiles these four as it compiles any program's loops */
static void __attribute__((noinline)) copy(double *restrict a, double *restrict b, double *restrict c, long n) {
  (void) b;
  for (long i = 0; i < n; i++) c[i] = a[i];
}
static void __attribute__((noinline)) scale(double *restrict a, double *restrict b, double *restrict c, long n) {
  (void) a;
  for (long i = 0; i < n; i++) b[i] = 3.0 * c[i];
}
static void __attribute__((noinline)) add(double *restrict a, double *restrict b, double *restrict c, long n) {
  for (long i = 0; i < n; i++) c[i] = a[i] + b[i];
}
static void __attribute__((noinline)) triad(double *restrict a, double *restrict b, double *restrict c, long n) {
  for (long i = 0; i < n; i++) a[i] = b[i] + 3.0 * c[i];
}

static void stream(int npes, long n, int passes) {
  static void (*const kernels[])(double *restrict, double *restrict, double *restrict, long) = {copy, scale, add, triad};
  static const char *const names[] = {"stream-copy", "stream-scale", "stream-add", "stream-triad"};
  static const int words[] = {2, 2, 3, 3};
  static double samples[4][MOST_PASSES];
  struct gate *g = shared(sizeof *g);
  int me = spawn(npes), sense = 0, yields = npes > sysconf(_SC_NPROCESSORS_ONLN);
  size_t bytes = (size_t) n * sizeof(double);
  double *a = shared(bytes), *b = shared(bytes), *c = shared(bytes); /* shared memory as a symmetric heap is */
  for (long i = 0; i < n; i++) {
    a[i] = 1;
    b[i] = 2;
    c[i] = 0;
  }
  for (int s = -2; s < passes; s++) {
    for (int k = 0; k < 4; k++) {
      pass(g, npes, &sense, yields);
      double start = now();
      kernels[k](a, b, c, n);
      pass(g, npes, &sense, yields);
      if (s >= 0) samples[k][s] = now() - start;
    }
  }
  if (me == 0) {
    for (int k = 0; k < 4; k++) print(names[k], words[k] * n * 8 * npes, passes, samples[k], passes, 1);
  }
  leave(me);
}

/* A PE that is bound to one core starts this program there: two that spin on one core would wait for each other's time
   slices. All cores that the system allows, since it leaves out the others. */
static void unbind(void) {
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  unbind();
  if (!strcmp(what, "op")) operations();
  else if (!strcmp(what, "memcpy") && argc > 2) copies(argc - 2, argv + 2);
  else if (!strcmp(what, "pingpong")) pingpong();
  else if (!strcmp(what, "barrier") && argc == 4) barrier(atoi(argv[2]), !strcmp(argv[3], "yield"));
  else if (!strcmp(what, "stream") && argc == 5 && atoi(argv[4]) <= MOST_PASSES) {
    stream(atoi(argv[2]), atol(argv[3]), atoi(argv[4]));
  }
  else {
    fprintf(stderr, "usage: floors op | memcpy BYTES... | pingpong | barrier NPES spin|yield | stream NPES DOUBLES PASSES\n");
    return 2;
  }
  return 0;
}
