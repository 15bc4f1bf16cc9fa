// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.jshmem.compat.OpenShmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymDoubles;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.junit.jupiter.api.Test;

/// C names of teams, contexts, queries, signals and memory in bytes, as programs of 1.4 and later use them.
public abstract class HandleNamesContract extends ApiContract {

    @Test
    void setupIsAnsweredThroughArrays() throws Exception {
        launch(2, CONFIG, () -> {
            int[] answer = {-1};
            shmem_query_initialized(answer);
            assertEquals(0, answer[0]);
            assertEquals(0, shmem_init_thread(SHMEM_THREAD_MULTIPLE, answer));
            assertTrue(answer[0] >= SHMEM_THREAD_FUNNELED && answer[0] <= SHMEM_THREAD_MULTIPLE, "" + answer[0]);
            int[] queried = {-1};
            shmem_query_thread(queried);
            assertEquals(answer[0], queried[0]);
            shmem_query_initialized(answer);
            assertEquals(1, answer[0]);
            int[] minor = new int[1];
            shmem_info_get_version(answer, minor);
            assertEquals(SHMEM_MAJOR_VERSION, answer[0]);
            assertEquals(SHMEM_MINOR_VERSION, minor[0]);
            byte[] name = new byte[SHMEM_MAX_NAME_LEN];
            shmem_info_get_name(name);
            assertEquals(SHMEM_VENDOR_STRING + '\0', new String(name, 0, 7, StandardCharsets.US_ASCII));
            assertEquals(SHMEM_VENDOR_STRING, shmem_info_get_name());
            shmem_pcontrol(0);
            shmem_pcontrol(3, "more", 1);
            shmem_pcontrol(1);
            shmem_finalize();
        });
    }

    @Test
    void teamsAreSplitAndTheInvalidOneIsHarmless() throws Exception {
        launch(4, CONFIG, () -> {
            shmem_init();
            int me = shmem_my_pe();
            shmem_team_t[] odd = {null, SHMEM_TEAM_WORLD};
            assertEquals(0, shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, 2, null, 0, odd));
            assertEquals(me % 2 == 0, odd[0] == SHMEM_TEAM_INVALID);
            assertEquals(me % 2 == 0 ? -1 : me / 2, shmem_team_my_pe(odd[0]));
            assertEquals(me % 2 == 0 ? -1 : 2, shmem_team_n_pes(odd[0]));
            assertEquals(me % 2 == 0 ? -1 : 3, shmem_team_translate_pe(odd[0], 1, SHMEM_TEAM_WORLD));
            assertEquals(-1, shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, odd[0]));
            assertEquals(-1, shmem_team_translate_pe(SHMEM_TEAM_WORLD, 9, SHMEM_TEAM_WORLD));
            if (odd[0] != SHMEM_TEAM_INVALID) {
                assertEquals(0, shmem_sync(odd[0]));
                assertEquals(0, shmem_team_sync(odd[0]));
                assertEquals(2, odd[0].team().nPes());
            }
            assertNotEquals(0, shmem_team_split_strided(SHMEM_TEAM_WORLD, 3, 3, 3, null, 0, odd, 1));
            assertSame(SHMEM_TEAM_INVALID, odd[1]);
            assertNotEquals(0, shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, null, 0, odd, 1));
            shmem_team_destroy(odd[0]);
            shmem_team_destroy(SHMEM_TEAM_INVALID);
            shmem_finalize();
        });
    }

    @Test
    void refusedReductionsWriteNothing() throws Exception {
        launch(2, CONFIG, () -> {
            shmem_init();
            String who = "PE " + shmem_my_pe() + "/2: ";
            SymInts x = shmalloc_int(8);
            SymDoubles z = shmalloc_double(8);
            for (int i = 0; i < 8; i++) x.set(i, i - 4);
            for (int i = 0; i < 8; i++) z.set(i, i);
            shmem_team_t[] closed = new shmem_team_t[1];
            assertEquals(0, shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, null, 0, closed));
            shmem_team_destroy(closed[0]);
            shmem_team_t world = SHMEM_TEAM_WORLD;
            refused(who, ARGUMENT, () -> shmem_uint_max_reduce(world, x, 1, x, 0, 4), "overlap");
            refused(who, ARGUMENT, () -> shmem_uint_min_reduce(world, x, 0, x, 3, 4), "overlap");
            refused(who, ARGUMENT, () -> shmem_complexd_prod_reduce(world, z, 2, z, 0, 2), "overlap");
            refused(who, STATE, () -> shmem_uint_max_reduce(closed[0], x, 4, x, 0, 4), "team that is closed");
            refused(who, STATE, () -> shmem_complexd_prod_reduce(closed[0], z, 4, z, 0, 2), "team that is closed");
            for (int i = 0; i < 8; i++) assertEquals(i - 4, x.get(i));
            for (int i = 0; i < 8; i++) assertEquals(i, z.get(i));
            assertEquals(0, shmem_uint_max_reduce(world, x, 4, x, 0, 4));
            assertEquals(0, shmem_uint_min_reduce(world, x, 0, x, 0, 4));
            for (int i = 0; i < 8; i++) assertEquals(i % 4 - 4, x.get(i));
            shmem_finalize();
        });
    }

    @Test
    void gridsConfigurationsAndPointersOfTeams() throws Exception {
        launch(4, CONFIG, () -> {
            shmem_init();
            int me = shmem_my_pe();
            shmem_team_t[] row = new shmem_team_t[1];
            shmem_team_t[] column = new shmem_team_t[1];
            shmem_team_config_t config = new shmem_team_config_t();
            config.num_contexts = 3;
            long mask = SHMEM_TEAM_NUM_CONTEXTS;
            assertEquals(0, shmem_team_split_2d(SHMEM_TEAM_WORLD, 3, config, mask, row, null, 0, column));
            assertEquals(me % 3, shmem_team_my_pe(row[0]));
            assertEquals(me / 3, shmem_team_my_pe(column[0]));
            shmem_team_config_t got = new shmem_team_config_t();
            assertEquals(0, shmem_team_get_config(row[0], mask, got));
            assertEquals(3, got.num_contexts);
            assertEquals(0, shmem_team_get_config(column[0], mask, got));
            assertEquals(0, got.num_contexts);
            assertEquals(0, shmem_team_get_config(row[0], 0, null));
            assertNotEquals(0, shmem_team_get_config(SHMEM_TEAM_INVALID, mask, got));
            String who = "PE " + me + "/4: ";
            String missing = "config is null, and its mask " + mask + " selects num_contexts; give ";
            refused(who, MISSING, () -> shmem_team_split_2d(SHMEM_TEAM_WORLD, 3, null, 0, row, null, mask, column))
                    .says("shmem_team_split_2d, yaxis_" + missing);
            refused(who, MISSING, () -> shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 4, null, mask, row))
                    .says("shmem_team_split_strided, " + missing);
            assertNotEquals(0, shmem_team_split_2d(SHMEM_TEAM_INVALID, 3, null, 0, row, null, 0, column));
            assertSame(SHMEM_TEAM_INVALID, column[0]);
            assertNotEquals(0, shmem_team_split_2d(SHMEM_TEAM_WORLD, 0, null, 0, row, null, 0, column));
            assertSame(SHMEM_TEAM_INVALID, row[0]);
            SymInts x = shmalloc_int(4);
            x.set(2, 7);
            assertNull(shmem_team_ptr(SHMEM_TEAM_INVALID, x, 0));
            assertNull(shmem_team_ptr(SHMEM_TEAM_WORLD, x, 9));
            assertNull(shmem_ptr(x, -1));
            refused(who, BOUNDS, () -> shmem_ptr(x, 5, me)).says("index 5 ", "exceeds its length");
            int own = shmem_team_my_pe(SHMEM_TEAM_SHARED);
            assertEquals(7, shmem_team_ptr(SHMEM_TEAM_SHARED, x, own).getAtIndex(ValueLayout.JAVA_INT, 2));
            assertEquals(7, shmem_team_ptr(SHMEM_TEAM_WORLD, x, 2, me).get(ValueLayout.JAVA_INT, 0));
            assertEquals(7, shmem_ptr(x, 2, me).get(ValueLayout.JAVA_INT, 0));
            assertEquals(0, shmem_addr_accessible(new int[1], me));
            shmem_finalize();
        });
    }

    @Test
    void contextsCountInTheirTeamsNumbersAndTheInvalidOneIsHarmless() throws Exception {
        launch(3, CONFIG, () -> {
            shmem_init();
            int me = shmem_my_pe();
            shmem_team_t[] reversed = new shmem_team_t[1];
            assertEquals(0, shmem_team_split_strided(SHMEM_TEAM_WORLD, 2, -1, 3, null, 0, reversed));
            shmem_ctx_t[] ctx = new shmem_ctx_t[2];
            assertEquals(0, shmem_team_create_ctx(reversed[0], SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE, ctx));
            assertEquals(0, shmem_ctx_create(SHMEM_CTX_SERIALIZED, ctx, 1));
            SymLongs x = shmalloc_long(3);
            shmem_ctx_long_p(ctx[0], x, 0, me, 0); // PE 2 of the world
            shmem_ctx_long_atomic_add(ctx[1], x, 1, 1, 0);
            shmem_ctx_long_p(SHMEM_CTX_DEFAULT, x, 2, 5, me);
            shmem_ctx_fence(ctx[0]);
            shmem_ctx_quiet(ctx[0]);
            shmem_ctx_pe_quiet(ctx[1], new int[] {0, 99}, 1);
            shmem_ctx_fence(SHMEM_CTX_DEFAULT);
            shmem_ctx_quiet(SHMEM_CTX_DEFAULT);
            shmem_ctx_pe_quiet(SHMEM_CTX_DEFAULT, new int[] {me}, 1);
            shmem_pe_quiet(new int[0], 0);
            shmem_sync_all();
            assertEquals(me == 0 ? 3 : 0, x.get(1));
            assertEquals(5, x.get(2));
            shmem_ctx_session_config_t session = new shmem_ctx_session_config_t();
            session.total_ops = 10;
            for (shmem_ctx_t each : new shmem_ctx_t[] {ctx[0], SHMEM_CTX_DEFAULT, SHMEM_CTX_INVALID}) {
                shmem_ctx_session_start(each, SHMEM_CTX_SESSION_BATCH, session, SHMEM_CTX_SESSION_TOTAL_OPS);
                shmem_ctx_session_stop(each);
            }
            shmem_team_t[] team = new shmem_team_t[1];
            assertEquals(0, shmem_ctx_get_team(ctx[0], team));
            assertSame(reversed[0], team[0]);
            assertEquals(0, shmem_ctx_get_team(SHMEM_CTX_DEFAULT, team));
            assertSame(SHMEM_TEAM_WORLD, team[0]);
            assertNotEquals(0, shmem_ctx_get_team(SHMEM_CTX_INVALID, team));
            assertSame(SHMEM_TEAM_INVALID, team[0]);
            assertNotEquals(0, shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, ctx.clone(), 1));
            shmem_ctx_fence(SHMEM_CTX_INVALID);
            shmem_ctx_quiet(SHMEM_CTX_INVALID);
            shmem_ctx_pe_quiet(SHMEM_CTX_INVALID, null, 7);
            shmem_ctx_destroy(SHMEM_CTX_INVALID);
            shmem_ctx_destroy(ctx[0]);
            String who = "PE " + me + "/3: ";
            refused(who, ARGUMENT, () -> shmem_ctx_long_p(SHMEM_CTX_INVALID, x, 1, 0), "SHMEM_CTX_INVALID");
            refused(who, ARGUMENT, () -> shmem_ctx_destroy(SHMEM_CTX_DEFAULT), "lasts until finalize");
            shmem_finalize();
        });
    }

    @Test
    void signalsAndLocksAreArraysToo() throws Exception {
        launch(3, CONFIG, () -> {
            shmem_init();
            int me = shmem_my_pe();
            int next = (me + 1) % 3;
            Signal[] sig = shmalloc_signals(2);
            shmem_ctx_t[] ctx = new shmem_ctx_t[1];
            shmem_ctx_create(0, ctx);
            shmem_signal_set(sig[0], 5, next);
            assertEquals(5, shmem_signal_wait_until(sig[0], SHMEM_CMP_EQ, 5));
            shmem_signal_add(sig[1], 1, next);
            shmem_signal_add(ctx[0], sig[1], 2, next);
            shmem_ctx_signal_add(ctx[0], sig[1], 4, next);
            assertEquals(7, shmem_signal_wait_until(sig[1], SHMEM_CMP_GE, 7));
            assertEquals(7, shmem_signal_fetch(sig[1]));
            shmem_barrier_all();
            shmem_signal_set(ctx[0], sig[0], -1, next);
            assertEquals(-1, shmem_signal_wait_until(sig[0], SHMEM_CMP_GT, 9));
            shmem_barrier_all();
            shmem_ctx_signal_set(ctx[0], sig[0], 3, next);
            assertEquals(3, shmem_signal_wait_until(sig[0], SHMEM_CMP_EQ, 3));
            shmem_barrier_all();
            int[] only1 = {1, 0};
            assertEquals(SIZE_MAX, shmem_wait_until_any(sig, 1, only1, SHMEM_CMP_GE, 3));
            assertEquals(SIZE_MAX, shmem_test_any(sig, 2, null, SHMEM_CMP_EQ, 8));
            refused("PE " + me + "/3: ", BOUNDS, () -> shmem_test_all(sig, 3, null, SHMEM_CMP_EQ, 3))
                    .says("nelems=3 of 2 signals; give 0 to 2");
            SymInts count = shmalloc_int(2);
            ShmemLock[] locks = shmalloc_locks(2);
            for (int k = 0; k < 2; k++) {
                shmem_set_lock(locks[k]);
                shmem_int_p(count, k, shmem_int_g(count, k, 0) + 1, 0);
                shmem_clear_lock(locks[k]);
            }
            shmem_barrier_all();
            assertEquals(3, shmem_int_g(count, 1, 0));
            if (me == 1) assertEquals(0, shmem_test_lock(locks[1]));
            shmem_barrier_all();
            if (me == 2) assertEquals(1, shmem_test_lock(locks[1]));
            shmem_barrier_all();
            if (me == 1) shmem_clear_lock(locks[1]);
            shmem_set_cache_inv();
            shmem_clear_cache_inv();
            shmem_set_cache_line_inv(count);
            shmem_clear_cache_line_inv(count);
            shmem_udcflush_line(count);
            for (ShmemLock lock : locks) shmem_free(lock);
            shmem_finalize();
        });
    }

    @Test
    void memoryInBytesHasViewsOfEveryElementType() throws Exception {
        launch(2, CONFIG, () -> {
            shmem_init();
            int me = shmem_my_pe();
            int other = 1 - me;
            SymMem memory = shmem_malloc(64);
            SymInts ints = memory.asInts();
            assertEquals(16, ints.length());
            shmem_int_p(ints, 3, 7 + me, other);
            shmem_barrier_all();
            assertEquals(7 + other, memory.asLongs().get(1) >>> 32);
            assertEquals(7 + other, memory.asShorts().get(6));
            assertEquals(7 + other, memory.asBytes().get(12));
            assertEquals(Float.intBitsToFloat(7 + other), memory.asFloats().get(3));
            assertEquals(
                    memory.asLongs().get(1),
                    Double.doubleToRawLongBits(memory.asDoubles().get(1)));
            refused("PE " + me + "/2: ", ARGUMENT, () -> memory.slice(2, 8).asInts())
                    .says("asInts on a slice of 8 bytes", "is not a multiple of 4; begin the slice at a multiple");
            assertEquals(2, memory.slice(8, 11).asInts().length());
            shmem_putmem(ints, new int[] {1, 2}, 8, other);
            shmem_put64(ints, 4, new int[] {0, 3, 4}, 1, 1, other);
            shmem_barrier_all();
            assertEquals(2, ints.get(1));
            assertEquals(4, ints.get(5));
            refused("PE " + me + "/2: ", ARGUMENT, () -> shmem_put32(memory.asDoubles(), new double[1], 1, other))
                    .says("shmem_put32, nelems=1 of 32 bits is not a whole number of 64-bit elements");
            SymInts larger = shmem_realloc(ints, 128);
            assertEquals(32, larger.length());
            assertEquals(2, larger.get(1));
            shmem_free(larger);
            assertEquals(24, shmem_calloc(3, 8).length());
            assertEquals(0, shmem_align(512, 8).byteOffset() % 512);
            assertEquals(0, shmemalign(4096, 8).byteOffset() % 4096);
            SymMem hinted = shmem_malloc_with_hints(8, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
            assertEquals(16, shrealloc(hinted, 16).length());
            assertEquals(8, shmem_realloc((SymMem) null, 8).length());
            shmem_finalize();
        });
    }
}
