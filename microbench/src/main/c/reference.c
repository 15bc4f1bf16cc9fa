// SPDX-License-Identifier: Apache-2.0
/*
 * The suite's benchmarks in C by one of three back ends: -DWITH_NOTHING (processes that share memory), -DWITH_OPENSHMEM,
 * -DWITH_MPI.
 *
 *   reference BENCHMARK SIZES NPES          sizes in bytes, separated by commas
 *   reference stream DOUBLES NPES PASSES    C alone: the four STREAM kernels, each process on arrays of its own
 *
 * Prints "# the back end's name", lines "benchmark variant pairs bytes moved per min median low high p99" in
 * nanoseconds, whose names are those of the suite's rows, and "# end": some libraries crash when a program that has done
 * everything leaves. low and high are the 95 % interval of the median by order statistics.
 */
#define _GNU_SOURCE
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Arrays begin at pages, as ours do. Without that, a source 8 bytes before its destination, counted within a page,
 * met a slow case of the C library (glibc 2.36 on an AMD EPYC): a copy of 4 KiB took 1,200 ns instead of 70.
 */
enum { PAGE = 4096, MOST_SAMPLES = 2000, LEAST_SAMPLES = 10, MOST_BATCH = 1024, MOST_PASSES = 1000, WINDOW = 64 };
static const double BUDGET = 15e6, WARM = 5e6, SAMPLE = 2000;

static int me, npes, partner;
static char *from, *to, *other;
static int64_t *words; /* symmetric: 0 flag, 32 fetch-and-add, 40 p */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double) t.tv_sec + (double) t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void print(const char *what, int pairs, long bytes, long moved, int per, double *samples, int n) {
  qsort(samples, (size_t) n, sizeof *samples, ascending);
  int half = (int) (0.98 * sqrt((double) n)) + 1;
  int low = n / 2 > half ? n / 2 - half : 0, high = n / 2 + half < n ? n / 2 + half : n - 1;
  printf("%s %d %ld %ld %d %.3f %.3f %.3f %.3f %.3f\n", what, pairs, bytes, moved, per, samples[0],
         samples[n / 2], samples[low], samples[high], samples[(int) (0.99 * (n - 1))]);
  fflush(stdout);
}

/* ---- what the back ends call things ---- */

#if defined(WITH_OPENSHMEM)
#include <shmem.h>
static long sync_words[8][SHMEM_REDUCE_SYNC_SIZE > SHMEM_COLLECT_SYNC_SIZE ? SHMEM_REDUCE_SYNC_SIZE : SHMEM_COLLECT_SYNC_SIZE];
static long exchange_words[8][SHMEM_ALLTOALL_SYNC_SIZE];
static double *work[2];
static unsigned turn;

static void start(size_t room) {
  shmem_init();
  me = shmem_my_pe();
  npes = shmem_n_pes();
  from = shmem_align(PAGE, room);
  to = shmem_align(PAGE, room);
  other = shmem_align(PAGE, room);
  for (int k = 0; k < 2; k++) work[k] = shmem_malloc(room / 2 + 8 * SHMEM_REDUCE_MIN_WRKDATA_SIZE);
  words = shmem_align(PAGE, PAGE);
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
  int64_t agreed = shmem_int64_g(&mine, 0);
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

#elif defined(WITH_MPI)
#include <mpi.h>
static MPI_Win window;
static char *window_base;
static void start(size_t room) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &npes);
  MPI_Win_allocate((MPI_Aint) room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window_base, &window);
  MPI_Win_lock_all(0, window);
  from = aligned_alloc(PAGE, room / PAGE * PAGE + PAGE);
  to = aligned_alloc(PAGE, room / PAGE * PAGE + PAGE);
  words = malloc(PAGE);
  if (me == 0) {
    char name[MPI_MAX_LIBRARY_VERSION_STRING];
    char version[32];
    int length;
    MPI_Get_library_version(name, &length);
    name[strcspn(name, "\n,")] = 0;
    if (sscanf(name, "MPICH Version: %31s", version) == 1) snprintf(name, sizeof name, "MPICH %s", version);
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
#define HAS_MESSAGES
static void ping_pong(long bytes) {
  if (me == 0) MPI_Send(from, (int) bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
  MPI_Recv(to, (int) bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (me != 0) MPI_Send(from, (int) bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
}
static void window_of(long bytes) {
  static MPI_Request requests[WINDOW];
  for (int k = 0; k < WINDOW; k++) {
    if (me == 0) MPI_Isend(from, (int) bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, requests + k);
    else MPI_Irecv(to, (int) bytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, requests + k);
  }
  MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
  if (me == 0) MPI_Recv(to, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else MPI_Send(from, 0, MPI_BYTE, partner, 1, MPI_COMM_WORLD);
}
static void broadcast(long bytes) {
  MPI_Bcast(me == 0 ? from : to, (int) bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void fcollect(long bytes) { MPI_Allgather(from, (int) bytes, MPI_BYTE, to, (int) bytes, MPI_BYTE, MPI_COMM_WORLD); }
static void alltoall(long bytes) { MPI_Alltoall(from, (int) bytes, MPI_BYTE, to, (int) bytes, MPI_BYTE, MPI_COMM_WORLD); }
#define HAS_ROOTS /* OpenSHMEM has no collective to one PE */
static void gather(long bytes) { MPI_Gather(from, (int) bytes, MPI_BYTE, to, (int) bytes, MPI_BYTE, 0, MPI_COMM_WORLD); }
static void reduce_root(long bytes) { MPI_Reduce(from, to, (int) (bytes / 8), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); }
static void reduce(long bytes) { MPI_Allreduce(from, to, (int) (bytes / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

#else
/* C alone: loads and stores in memory that the processes share, and a sense-reversing barrier on one counter. */
static char *heap;
static size_t part;
static int yields, sense;
static struct {
  _Alignas(128) _Atomic int arrived;
  _Alignas(128) _Atomic int sense;
  _Alignas(128) _Atomic int64_t agreed;
} *gate;

/* Waiting: without a core for each process it yields. A machine without a pause waits as well, only warmer. */
static inline void relax(void) {
  if (yields) sched_yield();
#if defined(__x86_64__) || defined(__i386__)
  else __builtin_ia32_pause();
#elif defined(__aarch64__)
  else __asm__ volatile("isb" ::: "memory"); /* yield does nothing on most cores; isb takes about as long as pause */
#endif
}
static void *shared(size_t bytes) {
  void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) {
    perror("mmap");
    exit(1);
  }
  return at;
}
static char *of(int pe, void *own) { return heap + (size_t) pe * part + ((char *) own - (heap + (size_t) me * part)); }
static void start(size_t room) {
  cpu_set_t all; /* a PE that is bound to one core starts this program there; two that spin there wait for time slices */
  memset(&all, 0xff, sizeof all);
  sched_setaffinity(0, sizeof all, &all);
  yields = npes > sysconf(_SC_NPROCESSORS_ONLN);
  room = room / PAGE * PAGE + PAGE;
  part = 2 * room + PAGE;
  heap = shared(part * (size_t) npes);
  gate = shared(sizeof *gate);
  printf("# C\n");
  fflush(stdout);
  for (int i = 1; i < npes && me == 0; i++) {
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      me = i;
    }
  }
  from = heap + (size_t) me * part;
  to = from + room;
  words = (int64_t *) (to + room);
}
static void finish(void) {
  if (me == 0) while (wait(NULL) > 0) {}
}
static void barrier(void) {
  int mine = sense = !sense;
  if (atomic_fetch_add_explicit(&gate->arrived, 1, memory_order_acq_rel) == npes - 1) {
    atomic_store_explicit(&gate->arrived, 0, memory_order_relaxed);
    atomic_store_explicit(&gate->sense, mine, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&gate->sense, memory_order_acquire) != mine) relax();
}
static int64_t agree(int64_t value) {
  if (me == 0) gate->agreed = value;
  barrier();
  value = gate->agreed;
  barrier();
  return value;
}
static void put(long bytes) {
  memcpy(of(partner, to), from, (size_t) bytes);
  __asm__ volatile("" ::: "memory");
}
static void complete(void) { atomic_thread_fence(memory_order_seq_cst); }
static void get(long bytes) {
  memcpy(to, of(partner, from), (size_t) bytes);
  __asm__ volatile("" ::: "memory");
}
static void p(void) { *(volatile int64_t *) of(partner, words + 40) = 1; }
static void fetch_add(void) {
  int64_t seen = atomic_fetch_add((_Atomic int64_t *) of(partner, words + 32), 1);
  __asm__ volatile("" ::"r"(seen)); /* a fetch whose value is not used is compiled to an add */
}
static void ping(int64_t round) { atomic_store_explicit((_Atomic int64_t *) of(partner, words), round, memory_order_release); }
static void pong(int64_t round) {
  while (atomic_load_explicit((_Atomic int64_t *) words, memory_order_acquire) < round) relax();
}
#define NO_COLLECTIVES

/* gcc compiles these four as it compiles any program's loops */
#define KERNEL(name, statement) static void __attribute__((noinline)) \
  name(double *restrict a, double *restrict b, double *restrict c, long n) { for (long i = 0; i < n; i++) statement; }
KERNEL(copy, c[i] = a[i])
KERNEL(scale, b[i] = 3.0 * c[i])
KERNEL(add, c[i] = a[i] + b[i])
KERNEL(triad, a[i] = b[i] + 3.0 * c[i])

static void stream(long n, int passes) {
  static void (*const kernels[])(double *restrict, double *restrict, double *restrict, long) = {copy, scale, add, triad};
  static const char *const names[] = {"stream-copy vector", "stream-scale vector", "stream-add vector", "stream-triad vector"};
  static const int moved[] = {2, 2, 3, 3};
  static double samples[4][MOST_PASSES];
  start(PAGE);
  size_t bytes = (size_t) n * sizeof(double);
  double *a = shared(bytes), *b = shared(bytes), *c = shared(bytes); /* shared memory as a symmetric heap is */
  for (long i = 0; i < n; i++) {
    a[i] = 1;
    b[i] = 2;
    c[i] = 0;
  }
  for (int s = -2; s < passes; s++) {
    for (int k = 0; k < 4; k++) {
      barrier();
      double begin = now();
      kernels[k](a, b, c, n);
      barrier();
      if (s >= 0) samples[k][s] = now() - begin;
    }
  }
  for (int k = 0; k < 4 && me == 0; k++) print(names[k], 0, moved[k] * n * 8, moved[k] * n * 8 * npes, 1, samples[k], passes);
  if (me == 0) printf("# end\n");
  finish();
}
#endif

/* ---- what is measured: the same as in the suite's classes of these names ---- */

#define ORIGIN(name, call, last) \
  static void name(long bytes, int n) { (void) bytes; if (me == 0) { for (int i = 0; i < n; i++) call; last; } }
ORIGIN(puts_of, put(bytes), complete())
ORIGIN(gets_of, get(bytes), )
ORIGIN(adds, fetch_add(), )
ORIGIN(stores_of, p(), complete())
static int64_t rounds;
static void rally(long bytes, int n) {
  (void) bytes;
  if (me != 0 && me != npes / 2) return;
  for (int i = 0; i < n; i++) {
    rounds++;
    if (me == 0) ping(rounds);
    pong(rounds);
    if (me != 0) ping(rounds);
  }
}
#define TOGETHER(name, call) \
  static void name(long bytes, int n) { (void) bytes; for (int i = 0; i < n; i++) call; }
TOGETHER(barriers, barrier())
#ifndef NO_COLLECTIVES
TOGETHER(broadcasts, broadcast(bytes))
TOGETHER(fcollects, fcollect(bytes))
TOGETHER(alltoalls, alltoall(bytes))
TOGETHER(reduces, reduce(bytes))
#endif
#ifdef HAS_MESSAGES
#define PAIR(name, call) \
  static void name(long bytes, int n) { if (me == 0 || me == npes / 2) for (int i = 0; i < n; i++) call; }
PAIR(ping_pongs, ping_pong(bytes))
PAIR(windows, window_of(bytes))
#endif
#ifdef HAS_ROOTS
TOGETHER(gathers, gather(bytes))
TOGETHER(reduces_root, reduce_root(bytes))
#endif

struct test {
  const char *name, *variant;
  void (*run)(long, int);
  int pairs, per, unit, bytes, moves; /* unit: sizes are multiples of it; bytes of a test without sizes, else -1;
                                         moves: times its bytes, -1 for as many as PEs */
};

static const struct test tests[] = {
  {"put", "contiguous", puts_of, 1, 1, 1, -1, 1},    {"get", "contiguous", gets_of, 1, 1, 1, -1, 1},
  {"pingpong", "p-waitUntil", rally, 1, 2, 1, 8, 0}, {"atomics", "fetchAdd-own", adds, 1, 1, 1, 8, 0},
  {"calls", "p", stores_of, 0, 1, 1, 0, 0},          {"barrier", "auto", barriers, 0, 1, 1, 0, 0},
#ifndef NO_COLLECTIVES
  {"broadcast", "auto", broadcasts, 0, 1, 4, -1, 1}, {"fcollect", "auto", fcollects, 0, 1, 4, -1, -1},
  {"alltoall", "auto", alltoalls, 0, 1, 4, -1, -1},  {"reduce", "auto", reduces, 0, 1, 8, -1, 1},
#endif
#ifdef HAS_MESSAGES
  {"mpi", "ping-pong", ping_pongs, 1, 2, 1, -1, 1},  {"mpi", "window", windows, 1, WINDOW, 1, -1, 1},
  {"mpi", "allreduce", reduces, 0, 1, 8, -1, 1},
#endif
#ifdef HAS_ROOTS
  {"gather", "auto", gathers, 0, 1, 1, -1, -1},      {"reduce-root", "auto", reduces_root, 0, 1, 8, -1, 1},
#endif
};

static void measure(const struct test *t, long bytes) {
  static double samples[MOST_SAMPLES];
  double spent = 0, each = 1e18;
  int n = 1, round = 0;
  while (n > 0) {
    barrier();
    double begin = now();
    t->run(bytes, n);
    double took = now() - begin;
    spent += took;
    if (took / n < each) each = took / n;
    int next = took < 1e5 && n < MOST_BATCH ? 2 * n : n;
    n = (int) agree(spent < WARM || ++round < 5 ? next : -1);
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
    samples[s] = (now() - begin) / n / t->per;
  }
  barrier();
  char what[64];
  snprintf(what, sizeof what, "%s %s", t->name, t->variant);
  if (me == 0) print(what, t->pairs, bytes, bytes * (t->moves < 0 ? npes : t->moves), t->per, samples, count);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: reference BENCHMARK SIZES NPES | reference stream DOUBLES NPES PASSES\n");
    return 2;
  }
  npes = atoi(argv[3]);
#ifdef NO_COLLECTIVES
  if (!strcmp(argv[1], "stream") && argc == 5 && atoi(argv[4]) <= MOST_PASSES) {
    stream(atol(argv[2]), atoi(argv[4]));
    return 0;
  }
#endif
  long most = 8;
  for (char *at = argv[2]; *at; at += strspn(at, ",")) {
    long bytes = strtol(at, &at, 10);
    if (bytes > most) most = bytes;
  }
  long room = most * 4 + 65536; /* larger gathers are left out */
  start((size_t) room);
  partner = npes == 1 ? 0 : me < npes / 2 ? npes / 2 + me : me - npes / 2;
  memset(from, 1, (size_t) most);
  memset(to, 2, (size_t) most);
  memset(words, 0, PAGE);
  barrier();
  for (size_t k = 0; k < sizeof tests / sizeof *tests; k++) {
    const struct test *t = tests + k;
    if (strcmp(argv[1], t->name)) continue;
    if (t->bytes >= 0) measure(t, t->bytes);
    else for (char *at = argv[2]; *at; at += strspn(at, ",")) {
      long bytes = strtol(at, &at, 10);
      if (bytes % t->unit == 0 && bytes * (t->moves < 0 ? npes : 1) <= room) measure(t, bytes);
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
