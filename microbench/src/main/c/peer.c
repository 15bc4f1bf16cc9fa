// SPDX-License-Identifier: Apache-2.0
/*
 * The suite's benchmarks by another library, run in turn with ours: oshcc -DWITH_OPENSHMEM, mpicc -DWITH_MPI.
 *
 *   peer BENCHMARKS SIZES SUMS       all separated by commas: what, bytes, and bytes of the sums
 *
 * Prints "# the library's name", lines "benchmark variant pairs bytes moved iterations min median low high p99" in
 * nanoseconds, and "# end": some libraries crash when a program that has done everything leaves.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef WITH_OPENSHMEM
#include <shmem.h>
#else
#include <mpi.h>
#endif

/*
 * Arrays begin at cache lines, as ours do. Without that, a source 8 bytes before its destination, counted within a page,
 * met a slow case of the C library (glibc 2.36 on an AMD EPYC): a copy of 4 KiB took 1,200 ns instead of 70.
 */
enum { LINE = 64 };

enum { MOST_SAMPLES = 2000, LEAST_SAMPLES = 10, MOST_BATCH = 1024 };
static const double BUDGET = 15e6, WARM = 5e6, SAMPLE = 2000;

static int me, npes, partner;
static char *from, *to, *other;
static int64_t *words;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* ---- what the two libraries call things ---- */

#ifdef WITH_OPENSHMEM
static long sync_words[8][SHMEM_REDUCE_SYNC_SIZE > SHMEM_COLLECT_SYNC_SIZE ? SHMEM_REDUCE_SYNC_SIZE : SHMEM_COLLECT_SYNC_SIZE];
static long exchange_words[8][SHMEM_ALLTOALL_SYNC_SIZE];
static double *work[2];
static int64_t agreed;
static unsigned turn;

static void start(size_t room) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  from = shmem_align(LINE, room);
  to = shmem_align(LINE, room);
  other = shmem_align(LINE, room);
  for (int k = 0; k < 2; k++) work[k] = shmem_malloc(room / 2 + 8 * SHMEM_REDUCE_MIN_WRKDATA_SIZE);
  words = shmem_malloc(4096);
  for (int k = 0; k < 8; k++) {
    for (size_t i = 0; i < sizeof sync_words[k] / sizeof(long); i++) sync_words[k][i] = SHMEM_SYNC_VALUE;
    for (size_t i = 0; i < sizeof exchange_words[k] / sizeof(long); i++) exchange_words[k][i] = SHMEM_SYNC_VALUE;
  }
  if (me == 0) {
    char name[SHMEM_MAX_NAME_LEN];
    shmem_info_get_name(name);
    name[strcspn(name, "\n,")] = 0;
    if (strstr(name, "open-mpi.org")) strcpy(name, "Open MPI"); /* it gives its address for a name */
    printf("# %s (OpenSHMEM)\n", name);
  }
}
static void finish(void) { shmem_finalize(); }
static void barrier(void) { shmem_barrier_all(); }
static int64_t agree(int64_t value) {
  static int64_t mine;
  mine = value;
  shmem_barrier_all();
  agreed = shmem_int64_g(&mine, 0);
  shmem_barrier_all();
  return agreed;
}
static void put(long bytes) { shmem_putmem(to, from, (size_t) bytes, partner); }
static void complete(void) { shmem_quiet(); }
static void get(long bytes) { shmem_getmem(to, from, (size_t) bytes, partner); }
static void p(void) { shmem_long_p((long *) words + 40, 1, partner); }
static volatile int64_t fetched;
static void fetch_add(void) { fetched = shmem_long_atomic_fetch_add((long *) words + 32, 1, partner); }
static void ping(int64_t round) { shmem_int64_p(words, round, partner); }
static void pong(int64_t round) { shmem_int64_wait_until(words, SHMEM_CMP_GE, round); }
static long *flags(void) { return sync_words[turn++ & 7]; }
static void broadcast(long bytes) {
  if (bytes % 4) return;
  shmem_broadcast32(to, from, (size_t) bytes / 4, 0, 0, 0, npes, flags());
  shmem_sync_all(); /* as in ours */
}
static void fcollect(long bytes) {
  if (bytes % 4 == 0) shmem_fcollect32(turn & 1 ? other : to, from, (size_t) bytes / 4, 0, 0, npes, flags());
}
static void alltoall(long bytes) {
  if (bytes % 4 == 0) shmem_alltoall32(turn & 1 ? other : to, from, (size_t) bytes / 4, 0, 0, npes, exchange_words[turn & 7]);
  turn++;
}
/* Work arrays, flags and destinations alternate, so that no barrier is needed between two of them. */
static void reduce(long bytes) {
  double *dest = (double *) (turn & 1 ? other : to), *scratch = work[turn & 1];
  shmem_double_sum_to_all(dest, (double *) from, (int) (bytes / 8), 0, 0, npes, scratch, flags());
}
#else
static MPI_Win window;
static char *window_base;
static void start(size_t room) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &npes);
  MPI_Win_allocate((MPI_Aint) room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window_base, &window);
  MPI_Win_lock_all(0, window);
  from = aligned_alloc(LINE, room / LINE * LINE + LINE);
  to = aligned_alloc(LINE, room / LINE * LINE + LINE);
  other = NULL;
  words = malloc(4096);
  if (me == 0) {
    char name[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(name, &length);
    name[strcspn(name, "\n,")] = 0;
    printf("# %s (MPI)\n", name);
  }
}
static void finish(void) {
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static int64_t agree(int64_t value) {
  MPI_Bcast(&value, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  return value;
}
static void put(long bytes) {
  MPI_Put(from, (int) bytes, MPI_BYTE, partner, 0, (int) bytes, MPI_BYTE, window);
  MPI_Win_flush_local(partner, window);
}
static void complete(void) { MPI_Win_flush(partner, window); }
static void get(long bytes) {
  MPI_Get(to, (int) bytes, MPI_BYTE, partner, 0, (int) bytes, MPI_BYTE, window);
  MPI_Win_flush(partner, window);
}
static void p(void) { put(8); }
static void fetch_add(void) {
  int64_t one = 1, before;
  MPI_Fetch_and_op(&one, &before, MPI_INT64_T, partner, 0, MPI_SUM, window);
  MPI_Win_flush(partner, window);
}
static void ping(int64_t round) { MPI_Send(&round, 1, MPI_INT64_T, partner, 0, MPI_COMM_WORLD); }
static void pong(int64_t round) {
  MPI_Recv(words, 1, MPI_INT64_T, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (words[0] != round) MPI_Abort(MPI_COMM_WORLD, 1);
}
static void broadcast(long bytes) {
  MPI_Bcast(me == 0 ? from : to, (int) bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void fcollect(long bytes) { MPI_Allgather(from, (int) bytes, MPI_BYTE, to, (int) bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoall(long bytes) { MPI_Alltoall(from, (int) bytes, MPI_BYTE, to, (int) bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void reduce(long bytes) { MPI_Allreduce(from, to, (int) (bytes / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }
#endif

/* ---- what is measured: the same as in the suite's classes of these names ---- */

static void puts_of(long bytes, int n) {
  if (me != 0) return;
  for (int i = 0; i < n; i++) put(bytes);
  complete();
}
static void gets_of(long bytes, int n) {
  if (me == 0) for (int i = 0; i < n; i++) get(bytes);
}
static void adds(long bytes, int n) {
  (void) bytes;
  if (me == 0) for (int i = 0; i < n; i++) fetch_add();
}
static void stores_of(long bytes, int n) {
  (void) bytes;
  if (me != 0) return;
  for (int i = 0; i < n; i++) p();
  complete();
}
static int64_t rounds;
static void rally(long bytes, int n) {
  (void) bytes;
  if (me != 0 && me != npes / 2) return;
  for (int i = 0; i < n; i++) {
    rounds++;
    if (me == 0) {
      ping(rounds);
      pong(rounds);
    } else {
      pong(rounds);
      ping(rounds);
    }
  }
}
#define TOGETHER(name, call) \
  static void name(long bytes, int n) { (void) bytes; for (int i = 0; i < n; i++) call; }
TOGETHER(barriers, barrier())
TOGETHER(broadcasts, broadcast(bytes))
TOGETHER(fcollects, fcollect(bytes))
TOGETHER(alltoalls, alltoall(bytes))
TOGETHER(reduces, reduce(bytes))

struct test {
  const char *name, *variant;
  void (*run)(long, int);
  int pairs, hops, unit, sized, arriving; /* unit: sizes are multiples of it; arriving: 1, or 0 for as many as PEs */
};

static const struct test tests[] = {
  {"put", "contiguous", puts_of, 1, 1, 1, 1, 1},    {"get", "contiguous", gets_of, 1, 1, 1, 1, 1},
  {"pingpong", "round-trip", rally, 1, 2, 1, 0, 1},    {"atomics", "fetchAdd-own", adds, 1, 1, 1, 0, 1},
  {"p", "p", stores_of, 1, 1, 1, 0, 1},
  {"barrier", "barrier", barriers, 0, 1, 1, 0, 1},  {"broadcast", "broadcast", broadcasts, 0, 1, 4, 1, 1},
  {"fcollect", "fcollect", fcollects, 0, 1, 4, 1, 0}, {"alltoall", "alltoall", alltoalls, 0, 1, 4, 1, 0},
  {"reduce", "sum", reduces, 0, 1, 8, 1, 1},
};

static double timed(const struct test *t, long bytes, int n) {
  barrier();
  double begin = now();
  t->run(bytes, n);
  return now() - begin;
}

static void measure(const struct test *t, long bytes) {
  static double samples[MOST_SAMPLES];
  double spent = 0, each = 1e18;
  int n = 1, more = 1, round = 0;
  while (more) {
    double took = timed(t, bytes, n);
    spent += took;
    if (took / n < each) each = took / n;
    int next = took < 1e5 && n < MOST_BATCH ? 2 * n : n;
    n = (int) agree(spent < WARM || ++round < 5 ? next : -1);
    if (n < 0) more = 0;
  }
  double batch = fmin(fmax(SAMPLE / each, 1), MOST_BATCH);
  double wanted = fmin(fmax(BUDGET / (each * batch), LEAST_SAMPLES), MOST_SAMPLES);
  if (each > 50e6) wanted = 3;
  n = (int) agree((int64_t) batch);
  int count = (int) agree((int64_t) wanted);
  barrier();
  for (int s = 0; s < count; s++) {
    double begin = now();
    t->run(bytes, n);
    samples[s] = (now() - begin) / n / t->hops;
  }
  barrier();
  if (me != 0) return;
  qsort(samples, (size_t) count, sizeof *samples, ascending);
  int half = (int) (0.98 * sqrt((double) count)) + 1;
  int low = count / 2 > half ? count / 2 - half : 0, high = count / 2 + half < count ? count / 2 + half : count - 1;
  long moved = t->sized ? bytes * (t->arriving ? 1 : npes) : 0;
  printf("%s %s %d %ld %ld %ld %.3f %.3f %.3f %.3f %.3f\n", t->name, t->variant, t->pairs, bytes, moved, (long) n * count,
         samples[0], samples[count / 2], samples[low], samples[high], samples[(int) (0.99 * (count - 1))]);
  fflush(stdout);
}

static int named(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at += length) {
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == 0)) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: peer BENCHMARKS SIZES SUMS\n");
    return 2;
  }
  long most = 8;
  for (int list = 2; list < 4; list++) {
    for (char *at = argv[list]; *at; at += strspn(at, ",")) {
      long bytes = strtol(at, &at, 10);
      if (bytes > most) most = bytes;
    }
  }
  long room = most * 4 + 65536; /* larger gathers are left out */
  start((size_t) room);
  partner = me < npes / 2 ? npes / 2 + me : me - npes / 2;
  if (npes == 1) partner = 0;
  memset(from, 1, (size_t) most);
  memset(words, 0, 4096);
  barrier();
  for (size_t k = 0; k < sizeof tests / sizeof *tests; k++) {
    const struct test *t = tests + k;
    if (!named(argv[1], t->name)) continue;
    if (!t->sized) {
      measure(t, strcmp(t->name, "barrier") ? 8 : 0);
      continue;
    }
    for (char *at = argv[strcmp(t->name, "reduce") ? 2 : 3]; *at; at += strspn(at, ",")) {
      long bytes = strtol(at, &at, 10);
      if (bytes % t->unit == 0 && bytes * (t->arriving ? 1 : npes) <= room) measure(t, bytes);
    }
  }
  barrier();
  if (me == 0) {
    printf("# end\n");
    fflush(stdout);
  }
  finish();
  return 0;
}
