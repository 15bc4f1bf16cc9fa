// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;
import org.jshmem.program.ExceptionReport;

/// Message passing as MPJ Express and Open MPI's Java bindings spell it, over jshmem. Static fields belong to a PE.
public final class MPI extends CommSelf {
    public static final Intracomm COMM_WORLD = new Intracomm("COMM_WORLD");
    public static final Intracomm COMM_SELF = CommSelf.SELF;
    public static final Comm COMM_NULL = new Intracomm("COMM_NULL");

    // compiled into programs of MPJ Express
    public static final boolean DEBUG = false;
    public static final int NUM_OF_PROCESSORS = 4;
    public static final int IDENT = 0, CONGRUENT = 3, SIMILAR = 1, UNEQUAL = 2;
    public static final int UNDEFINED = -1, ANY_SOURCE = -2, ANY_TAG = -2, PROC_NULL = -3, ROOT = -4;
    public static final int THREAD_SINGLE = 1, THREAD_FUNNELED = 2, THREAD_SERIALIZED = 3, THREAD_MULTIPLE = 4;
    public static final int GRAPH = 1, CART = 2, DIST_GRAPH = 3;
    public static final int BSEND_OVERHEAD = 64, SEND_OVERHEAD = 64, RECV_OVERHEAD = 64;
    public static final int TAG_UB = 5, HOST = 6, IO = 7;
    public static final int VERSION = 3, SUBVERSION = 1;
    public static final int SUCCESS = 0, ERR_BUFFER = 1, ERR_COUNT = 2, ERR_TYPE = 3, ERR_TAG = 4, ERR_COMM = 5;
    public static final int ERR_RANK = 6, ERR_REQUEST = 7, ERR_ROOT = 8, ERR_GROUP = 9, ERR_OP = 10, ERR_TOPOLOGY = 11;
    public static final int ERR_DIMS = 12, ERR_ARG = 13, ERR_UNKNOWN = 14, ERR_TRUNCATE = 15, ERR_OTHER = 16;
    public static final int ERR_IN_STATUS = 18, ERR_INFO = 20, ERR_INFO_KEY = 21, ERR_INFO_VALUE = 22;
    public static final int ERR_INFO_NOKEY = 23, MAX_INFO_KEY = 255, MAX_INFO_VAL = 1024;
    public static final Datatype NULL = new Datatype("NULL", Kind.BYTE, 0), DATATYPE_NULL = NULL;
    public static final Datatype LB = new Datatype("LB", true), UB = new Datatype("UB", false);
    public static final Datatype BYTE = one(Kind.BYTE), CHAR = one(Kind.CHAR), SHORT = one(Kind.SHORT);
    public static final Datatype BOOLEAN = one(Kind.BOOLEAN), INT = one(Kind.INT), LONG = one(Kind.LONG);
    public static final Datatype FLOAT = one(Kind.FLOAT), DOUBLE = one(Kind.DOUBLE);
    public static final Datatype PACKED = one(Kind.PACKED), OBJECT = one(Kind.OBJECT);
    public static final Datatype SHORT2 = two(Kind.SHORT), INT2 = two(Kind.INT), LONG2 = two(Kind.LONG);
    public static final Datatype FLOAT2 = two(Kind.FLOAT), DOUBLE2 = two(Kind.DOUBLE);
    public static final Datatype SHORT_INT = one(Kind.SHORT_INT), LONG_INT = one(Kind.LONG_INT);
    public static final Datatype FLOAT_INT = one(Kind.FLOAT_INT), DOUBLE_INT = one(Kind.DOUBLE_INT);
    public static final Int2 int2 = new Int2();
    public static final ShortInt shortInt = new ShortInt();
    public static final LongInt longInt = new LongInt();
    public static final FloatInt floatInt = new FloatInt();
    public static final DoubleInt doubleInt = new DoubleInt();

    public static final Op MAX = new Op("MAX", Math::max, Math::max);
    public static final Op MIN = new Op("MIN", Math::min, Math::min);
    public static final Op SUM = new Op("SUM", Long::sum, Double::sum);
    public static final Op PROD = new Op("PROD", (a, b) -> a * b, (a, b) -> a * b);
    public static final Op LAND = new Op("LAND", (a, b) -> a != 0 && b != 0 ? 1 : 0, null);
    public static final Op BAND = new Op("BAND", (a, b) -> a & b, null);
    public static final Op LOR = new Op("LOR", (a, b) -> (a | b) != 0 ? 1 : 0, null);
    public static final Op BOR = new Op("BOR", (a, b) -> a | b, null);
    public static final Op LXOR = new Op("LXOR", (a, b) -> (a != 0) != (b != 0) ? 1 : 0, null);
    public static final Op BXOR = new Op("BXOR", (a, b) -> a ^ b, null);
    public static final Op REPLACE = new Op("REPLACE", (a, b) -> b, (a, b) -> b);
    public static final Op NO_OP = new Op("NO_OP", (a, b) -> a, (a, b) -> a);
    public static final Op MAXLOC = new Op("MAXLOC", true);
    public static final Op MINLOC = new Op("MINLOC", false);

    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler();
    public static final Errhandler ERRORS_ABORT = new Errhandler();
    public static final Errhandler ERRORS_RETURN = new Errhandler();
    public static final Status EMPTY_STATUS = new Status();
    public static final Info INFO_NULL = new Info(null), INFO_ENV = new Info();
    public static final Request REQUEST_NULL = new Request(COMM_NULL.peers, Request.Mode.SEND, null, PROC_NULL, 0);
    public static final Group GROUP_EMPTY = new Group();
    public static final Group GROUP_NULL = new Group();

    private static Engine engine;
    private static boolean finalized;
    private static Thread main;
    private static int provided = THREAD_MULTIPLE;
    private static Object attached;

    private MPI() {}

    // the library's own use

    private static Datatype one(Kind kind) {
        return new Datatype(kind.name(), kind, 1);
    }

    /// A value and a place, for MAXLOC and MINLOC.
    private static Datatype two(Kind kind) {
        return new Datatype(kind.name() + "2", kind, 2);
    }

    /// The messages of this PE, for a call between Init and Finalize.
    static Engine engine(String call) {
        Engine now = engine;
        if (now != null) return now;
        throw finalized
                ? refuse(ERR_OTHER, "%s after MPI.Finalize; move the call before it", call)
                : refuse(ERR_OTHER, "%s before MPI.Init; call MPI.Init first", call);
    }

    static MPIException refuse(int errorClass, String mistake, Object... values) {
        return new MPIException(errorClass, here() + mistake.formatted(values));
    }

    static MPIException failure(int errorClass, Throwable cause, String mistake, Object... values) {
        MPIException failure = refuse(errorClass, mistake, values);
        failure.initCause(cause);
        return failure;
    }

    /// The exception of a method that this library does not have.
    static UnsupportedOperationException missing(String method, String remedy) {
        return new UnsupportedOperationException(
                "%s%s is not part of jshmem's package mpi; %s".formatted(here(), method, remedy));
    }

    private static String here() {
        return engine == null ? "" : "PE %d/%d: ".formatted(engine.me, engine.size);
    }

    // begin and end

    /// Joins the job. **Collective**. Rank and size come from the launcher, not from the arguments, which are returned.
    public static String[] Init(String[] args) {
        if (engine != null || finalized) {
            throw refuse(
                    ERR_OTHER,
                    "MPI.Init is called a second time%s; call it once in a program",
                    finalized ? ", after MPI.Finalize" : "");
        }
        main = Thread.currentThread();
        if (args != null) ExceptionReport.ofArguments(args.length);
        Engine made = new Engine(Shmem.init());
        provided = made.sh.threadLevel() == ThreadLevel.MULTIPLE ? THREAD_MULTIPLE : THREAD_FUNNELED;
        engine = made;
        COMM_WORLD.peers.bind(0, IntStream.range(0, made.size).toArray());
        COMM_SELF.peers.bind(1, made.me);
        return args;
    }

    public static int InitThread(String[] args, int required) {
        Init(args);
        return provided = Math.min(required, provided);
    }

    public static String[] initThread(int threadId, int required, String[] args) {
        return Init(args);
    }

    /// {@return what {@link #InitThread} returned, or `THREAD_MULTIPLE`, and on a simulated machine `THREAD_FUNNELED`}
    public static int queryThread() {
        return provided;
    }

    public static boolean isMainThread() {
        return Thread.currentThread() == main;
    }

    public static boolean isThreadMain() {
        return isMainThread();
    }

    /// Waits for all ranks, and leaves the job. **Collective**.
    public static void Finalize() {
        Engine last = engine("Finalize");
        COMM_WORLD.enter("Finalize").meet();
        last.close();
        engine = null;
        finalized = true;
    }

    public static boolean Initialized() {
        return engine != null || finalized;
    }

    public static boolean isInitialized() {
        return Initialized();
    }

    public static boolean isFinalized() {
        return finalized;
    }

    // environment

    /// {@return seconds, of which only differences have a meaning}
    public static double Wtime() {
        return 1e-9 * (engine == null ? System.nanoTime() : engine.sh.nanoTime());
    }

    public static double Wtick() {
        return 1e-9;
    }

    public static double wtime() {
        return Wtime();
    }

    public static double wtick() {
        return Wtick();
    }

    public static String Get_processor_name() {
        engine("Get_processor_name");
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) { // a host without an entry for its own name
            return "localhost";
        }
    }

    public static String getProcessorName() {
        return Get_processor_name();
    }

    /// Keeps a buffer for Bsend, which takes private memory instead, so that no buffer is too small.
    public static void Buffer_attach(ByteBuffer buffer) {
        attach(buffer);
    }

    private static void attach(Object buffer) {
        engine("Buffer_attach");
        if (attached != null) throw refuse(ERR_BUFFER, "Buffer_attach: a buffer is attached; call Buffer_detach first");
        attached = buffer;
    }

    public static void Buffer_detach() {
        engine("Buffer_detach");
        attached = null;
    }

    public static void attachBuffer(byte[] buffer) {
        attach(buffer);
    }

    public static byte[] detachBuffer() {
        byte[] buffer = attached instanceof byte[] bytes ? bytes : null;
        Buffer_detach();
        return buffer;
    }

    /// Has no effect: every error throws.
    public static void Errorhandler_set(Errhandler handler) {
        engine("Errorhandler_set");
    }

    public static Errhandler Errorhandler_get() {
        return ERRORS_RETURN;
    }
}
