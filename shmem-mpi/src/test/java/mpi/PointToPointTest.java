// SPDX-License-Identifier: Apache-2.0
package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import org.jshmem.junit.ShmemTest;

/// Sends and receives, each method in both spellings.
class PointToPointTest extends Ranks {
    private static final int BIG = 200_000; // ints: longer than an eager message

    /// Both spellings.
    @ShmemTest(npes = 2)
    void eachFormOfSendArrives() {
        for (int n : new int[] {0, 1, 1000, BIG}) {
            int[] data = numbers(n, 7);
            IntBuffer buffer = MPI.newIntBuffer(n).put(0, data);
            if (me == 0) {
                world.Send(data, 0, n, MPI.INT, 1, 0);
                world.Ssend(data, 0, n, MPI.INT, 1, 1);
                world.Bsend(data, 0, n, MPI.INT, 1, 2);
                world.Rsend(data, 0, n, MPI.INT, 1, 3);
                world.send(buffer, n, MPI.INT, 1, 4);
                world.sSend(buffer, n, MPI.INT, 1, 5);
                world.bSend(buffer, n, MPI.INT, 1, 6);
                world.rSend(buffer, n, MPI.INT, 1, 7);
                Request[] sends = {
                    world.Isend(data, 0, n, MPI.INT, 1, 8), world.Issend(data, 0, n, MPI.INT, 1, 9),
                    world.Ibsend(data, 0, n, MPI.INT, 1, 10), world.Irsend(data, 0, n, MPI.INT, 1, 11),
                    world.iSend(buffer, n, MPI.INT, 1, 12), world.isSend(buffer, n, MPI.INT, 1, 13),
                    world.ibSend(buffer, n, MPI.INT, 1, 14), world.irSend(buffer, n, MPI.INT, 1, 15)
                };
                sends[4].waitFor();
                assertEquals(8, Request.Waitall(sends).length);
                for (Request send : sends) assertTrue(send.Is_null());
                continue;
            }
            for (int tag = 0; tag < 16; tag++) {
                int[] got = new int[n + 2];
                IntBuffer in = MPI.newIntBuffer(n);
                Status status = tag % 2 == 0
                        ? world.Recv(got, 1, n + tag, MPI.INT, 0, tag)
                        : world.iRecv(in, n, MPI.INT, 0, tag).waitStatus();
                if (tag % 2 == 1) in.get(0, got, 1, n);
                assertArrayEquals(data, Arrays.copyOfRange(got, 1, n + 1));
                assertEquals(List.of(0, 0, 0), List.of(got[0], got[n + 1], status.getSource()));
                assertEquals(List.of(tag, n, n), List.of(status.getTag(), status.getCount(MPI.INT), status.count));
            }
        }
    }

    @ShmemTest(npes = 2)
    void eachBasicTypeArrives() {
        Object[][] pairs = {
            {MPI.BYTE, new byte[] {1, -2, 3}, new byte[3]},
            {MPI.CHAR, new char[] {'a', 'b', 'c'}, new char[3]},
            {MPI.SHORT, new short[] {1, -2, 3}, new short[3]},
            {MPI.BOOLEAN, new boolean[] {true, false, true}, new boolean[3]},
            {MPI.INT, new int[] {1, -2, 3}, new int[3]},
            {MPI.LONG, new long[] {1, -2, 3}, new long[3]},
            {MPI.FLOAT, new float[] {1, -2, 3}, new float[3]},
            {MPI.DOUBLE, new double[] {1, -2, 3}, new double[3]},
            {MPI.OBJECT, new Object[] {"text", new int[] {1}, new Own(5)}, new Object[3]},
        };
        for (Object[] pair : pairs) {
            Datatype type = (Datatype) pair[0];
            Object sent = pair[1];
            if (me == 0) world.Send(sent, 0, 3, type, 1, 9);
            else {
                Status status = world.Recv(pair[2], 0, 3, type, 0, 9);
                assertTrue(Arrays.deepEquals(new Object[] {sent}, new Object[] {pair[2]}), type.toString());
                assertEquals(List.of(3, 3), List.of(status.Get_count(type), status.Get_elements(type)));
            }
        }
        assertEquals(
                List.of(8, 1, 1, 1),
                List.of(MPI.DOUBLE.getByteSize(), MPI.DOUBLE.Size(), MPI.DOUBLE.Extent(), MPI.DOUBLE.getSize()));
    }

    /// Of the program's own class, which the loader of this PE has loaded.
    record Own(int value) implements java.io.Serializable {}

    @ShmemTest(npes = 2)
    void derivedTypesArrive() {
        Datatype column = Datatype.Vector(4, 1, 4, MPI.INT);
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        Datatype places = Datatype.Indexed(new int[] {1, 2}, new int[] {3, 0}, MPI.INT);
        column.Commit();
        assertEquals(List.of(4, 13, 8), List.of(column.Size(), column.Extent(), pair.getByteSize()));
        int[] matrix = numbers(16, 0);
        if (me == 0) {
            world.Send(matrix, 1, 1, column, 1, 0);
            world.Send(matrix, 0, 2, pair, 1, 0);
            world.Send(matrix, 0, 1, places, 1, 0);
            world.Send(new boolean[] {true, false, true, true}, 0, 1, Datatype.Vector(2, 1, 2, MPI.BOOLEAN), 1, 0);
            world.Send(new Object[] {"a", "b", "c"}, 0, 1, Datatype.Vector(2, 1, 2, MPI.OBJECT), 1, 0);
        } else {
            int[] got = new int[4];
            world.Recv(got, 0, 4, MPI.INT, 0, 0);
            assertArrayEquals(new int[] {1, 5, 9, 13}, got);
            int[] spread = new int[16];
            assertEquals(2, world.Recv(spread, 0, 1, column, 0, 0).Get_count(pair));
            assertArrayEquals(new int[] {0, 1, 2, 3}, new int[] {spread[0], spread[4], spread[8], spread[12]});
            int[] three = new int[3];
            Status status = world.Recv(three, 0, 3, MPI.INT, 0, 0);
            assertArrayEquals(new int[] {3, 0, 1}, three);
            assertEquals(MPI.UNDEFINED, status.Get_count(pair));
            boolean[] flags = new boolean[3];
            world.Recv(flags, 0, 1, Datatype.createVector(2, 1, 2, MPI.BOOLEAN), 0, 0);
            assertArrayEquals(new boolean[] {true, false, true}, flags);
            Object[] words = new Object[3];
            assertEquals(2, world.Recv(words, 1, 2, MPI.OBJECT, 0, 0).Get_count(MPI.OBJECT));
            assertArrayEquals(new Object[] {null, "a", "c"}, words);
        }
    }

    @ShmemTest(npes = 2)
    void requestsCompleteByTests() {
        if (me == 0) {
            int[] got = new int[5];
            Request[] all = new Request[5];
            for (int i = 0; i < 5; i++) all[i] = world.Irecv(got, i, 1, MPI.INT, 1, i);
            assertNull(all[0].Test());
            assertNull(Request.Testall(all));
            assertNull(Request.Testany(all));
            assertEquals(0, Request.Testsome(all).length);
            assertFalse(all[1].Is_null());
            world.Send(got, 0, 0, MPI.INT, 1, 99);
            int done = 0;
            Status some;
            while ((some = Request.Testany(all)) == null) Thread.onSpinWait();
            assertTrue(all[some.index].Is_null());
            done++;
            some = Request.Waitany(all);
            assertEquals(some.index + 10, got[some.index]);
            done++;
            while (done < 5) done += Request.Waitsome(all).length;
            assertNull(Request.Waitsome(all));
            assertEquals(MPI.UNDEFINED, Request.Waitany(all).index);
            assertNotNull(Request.Testall(all));
            assertArrayEquals(numbers(5, 10), got);
            assertEquals(MPI.UNDEFINED, Request.testAny(all));
            assertTrue(Request.testAll(new Request[] {MPI.REQUEST_NULL}) && MPI.REQUEST_NULL.Is_null());
        } else {
            world.Recv(new int[0], 0, 0, MPI.INT, 0, 99);
            for (int i = 4; i >= 0; i--) world.Send(new int[] {10 + i}, 0, 1, MPI.INT, 0, i);
        }
    }

    @ShmemTest(npes = 3)
    void exchangesPassNobodyBy() {
        int size = n;
        int right = (me + 1) % size;
        int left = (me + size - 1) % size;
        for (int n : new int[] {1, BIG}) {
            int[] in = new int[n];
            Status status = world.Sendrecv(numbers(n, me), 0, n, MPI.INT, right, 3, in, 0, n, MPI.INT, left, 3);
            assertArrayEquals(numbers(n, left), in);
            assertEquals(left, status.source);
            world.Sendrecv_replace(in, 0, n, MPI.INT, right, 4, left, 4);
            assertArrayEquals(numbers(n, (left + size - 1) % size), in);
            world.sendRecv(in, n, MPI.INT, left, 5, in.clone(), n, MPI.INT, right, 5);
            world.sendRecvReplace(in, n, MPI.INT, left, 6, right, 6);
            assertArrayEquals(numbers(n, left), in);
        }
    }

    @ShmemTest(npes = 2)
    void probesLeaveTheMessage() {
        if (me == 0) {
            world.Send(new double[] {1, 2, 3}, 0, 3, MPI.DOUBLE, 1, 6);
            world.Ssend(new int[BIG], 0, BIG, MPI.INT, 1, 7);
        } else {
            Status status;
            while ((status = world.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG)) == null) Thread.onSpinWait();
            assertEquals(List.of(0, 6, 3), List.of(status.source, status.tag, status.Get_count(MPI.DOUBLE)));
            status = world.Probe(0, 7);
            assertEquals(BIG, status.Get_count(MPI.INT));
            assertNull(world.iProbe(0, 8));
            world.Recv(new int[BIG], 0, BIG, MPI.INT, 0, world.probe(0, 7).tag);
            assertEquals(3, world.Recv(new double[3], 0, 3, MPI.DOUBLE, 0, 6).Get_elements(MPI.DOUBLE));
        }
        assertEquals(MPI.PROC_NULL, world.Recv(null, 0, 0, MPI.INT, MPI.PROC_NULL, 1).source);
        world.Send(null, 0, 0, MPI.INT, MPI.PROC_NULL, 1);
        if (me == 0) world.Send(new int[1], 0, 1, MPI.INT, 1, 1);
        else while (world.Iprobe(0, 1) == null) Thread.onSpinWait();
        assertEquals(MPI.PROC_NULL, world.Iprobe(MPI.PROC_NULL, 1).source, "a message of another rank has arrived");
        assertEquals(MPI.PROC_NULL, world.Probe(MPI.PROC_NULL, 1).source);
    }

    @ShmemTest(npes = 2)
    void persistentRequestsStartAgain() {
        int[] data = new int[1];
        Prequest request =
                me == 0 ? world.Send_init(data, 0, 1, MPI.INT, 1, 2) : world.Recv_init(data, 0, 1, MPI.INT, 0, 2);
        for (int round = 0; round < 5; round++) {
            data[0] = me == 0 ? round : -1;
            if (round % 2 == 0) request.Start();
            else Prequest.Startall(new Prequest[] {request});
            assertEquals(me == 0 ? 0 : 1, me == 0 ? 0 : request.Wait().Get_count(MPI.INT));
            if (me == 0) request.Wait();
            assertEquals(round, data[0]);
            assertFalse(request.Is_null());
        }
        Prequest[] old = {
            world.Ssend_init(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0),
            world.Bsend_init(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0),
            world.Rsend_init(data, 0, 1, MPI.INT, MPI.PROC_NULL, 0)
        };
        Prequest.Startall(old);
        Request.Waitall(old);
    }

    /// A column of a matrix and a number travel in one message.
    @ShmemTest(npes = 2)
    void packedElementsArrive() {
        Datatype column = Datatype.createVector(3, 1, 3, MPI.INT);
        byte[] message = new byte[world.packSize(1, column) + world.packSize(1, MPI.DOUBLE)];
        int[] matrix = me == 0 ? numbers(9, 1) : new int[9];
        double[] number = {me == 0 ? 2.5 : 0};
        if (me == 0) {
            int at = world.pack(matrix, 1, column, message, 0);
            assertEquals(message.length, world.pack(number, 1, MPI.DOUBLE, message, at));
            world.send(message, message.length, MPI.PACKED, 1, 0);
        } else {
            world.recv(message, message.length, MPI.PACKED, 0, 0);
            int at = world.unpack(message, 0, matrix, 1, column);
            assertEquals(message.length, world.unpack(message, at, number, 1, MPI.DOUBLE));
            assertArrayEquals(new int[] {1, 0, 0, 4, 0, 0, 7, 0, 0}, matrix);
            assertEquals(2.5, number[0]);
        }
    }

    /// A receive that no message has matched can be withdrawn, and takes none afterwards.
    @ShmemTest(npes = 2)
    void aCancelledReceiveTakesNothing() {
        int[] got = new int[1];
        if (me == 1) {
            Request request = world.Irecv(got, 0, 1, MPI.INT, 0, 1);
            request.Cancel();
            assertTrue(request.Wait().Test_cancelled());
        }
        world.Barrier();
        if (me == 0) world.Send(new int[] {4}, 0, 1, MPI.INT, 1, 1);
        else {
            assertFalse(world.Recv(got, 0, 1, MPI.INT, 0, 1).Test_cancelled());
            assertEquals(4, got[0]);
        }
    }

    @ShmemTest(npes = 2)
    void theEnvironmentAnswers() {
        double before = MPI.Wtime();
        assertTrue(MPI.Wtick() > 0 && MPI.wtick() > 0 && MPI.wtime() >= before);
        assertFalse(MPI.Get_processor_name().isEmpty() || MPI.getProcessorName().isEmpty());
        ByteBuffer buffer = MPI.newByteBuffer(100);
        MPI.Buffer_attach(buffer);
        MPI.Buffer_detach();
        byte[] bytes = new byte[10];
        MPI.attachBuffer(bytes);
        assertSame(bytes, MPI.detachBuffer());
        MPI.Errorhandler_set(MPI.ERRORS_RETURN);
        assertSame(MPI.ERRORS_RETURN, MPI.Errorhandler_get());
        assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
        assertTrue(MPI.isMainThread() && MPI.isThreadMain());
        int key = Comm.createKeyval();
        world.setAttr(key, "kept");
        Comm copy = world.dupWithInfo(new Info());
        world.deleteAttr(key);
        assertNull(world.Attr_get(key));
        assertEquals(List.of("kept", Integer.MAX_VALUE), List.of(copy.getAttr(key), copy.getAttr(MPI.TAG_UB)));
        Info info = new Info();
        info.set("b", "1");
        info.set("a", "2");
        info.delete("b");
        assertEquals(List.of("a", "2", 1), List.of(info.dup().getKey(0), info.get("a"), info.size()));
        info.free();
        assertTrue(info.isNull() && MPI.INFO_NULL.isNull() && !MPI.INFO_ENV.isNull());
        assertEquals(80, world.Pack_size(10, MPI.DOUBLE));
        assertEquals(3, MPI.slice(new int[] {1, 2, 3}, 2).get(0));
    }
}
