// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.profile;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jshmem.Grid;
import org.jshmem.Shmem;
import org.jshmem.ShmemListener;
import org.jshmem.Signal;
import org.jshmem.Team;
import org.jshmem.program.ProgramClasses;
import org.jshmem.runtime.array.SignalWord;
import org.jshmem.runtime.array.SymObject;
import org.jshmem.transport.Observer;

/// Reports every routine that the program calls to the listeners of this PE, and to the backend the elements of its own
/// copies that a PE reads and writes, if the backend observes these.
/*
 * With either of them, each object that the program gets is wrapped in a proxy of its interface. These are handles, and
 * the objects that they return: arrays from factories, teams from splits, views from on(). Arguments are unwrapped, so that
 * the library inside has objects of its own classes only, and its own calls are not reported. Without both no object is
 * wrapped, and no call site has a second class.
 */
public final class Profile {
    /// The packages of the objects that programs get.
    private static final String RUNTIME = "org.jshmem.runtime.";

    private final int pe;
    private final List<ShmemListener> listeners;
    private final Observer observer; // null unless it observes own elements
    private volatile boolean on = true;

    public Profile(int pe, List<ShmemListener> listeners, Observer observer) {
        this.pe = pe;
        this.listeners = listeners;
        this.observer = observer != null && observer.watchesOwn() ? observer : null;
    }

    /// Makes a profile with the listeners on the class path. `observer` is the backend's, or null.
    public static Profile of(int pe, Observer observer) {
        List<ShmemListener> found = new ArrayList<>();
        if (!"none".equals(System.getProperty(ProgramClasses.LISTENERS_PROPERTY))) {
            ServiceLoader.load(ShmemListener.class).forEach(found::add); // by the thread's loader: each PE has its own
        }
        return new Profile(pe, found, observer);
    }

    /// Returns the handle itself if there is nothing to report to, else its proxy.
    public Shmem handle(Shmem handle) {
        return listeners.isEmpty() && observer == null ? handle : (Shmem) wrap(handle);
    }

    private Object wrap(Object result) {
        return switch (result) {
            case null -> null;
            case Optional<?> optional -> optional.map(this::wrap);
            case Grid grid -> new Grid((Team) wrap(grid.x()), (Team) wrap(grid.y()));
            case List<?> list -> list.stream().map(this::wrap).toList();
            case Signal[] signals -> Arrays.stream(signals).map(this::wrap).toArray(Signal[]::new);
            default -> result.getClass().getName().startsWith(RUNTIME) ? proxy(result) : result;
        };
    }

    private Object proxy(Object target) {
        Class<?> type = target.getClass().getInterfaces()[0]; // each class of the runtime names its interface first
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Routines(this, target, type));
    }

    /// The handler behind a proxy; null for any other object.
    private static Routines routines(Object object) {
        boolean wrapped = object != null && Proxy.isProxyClass(object.getClass());
        return wrapped && Proxy.getInvocationHandler(object) instanceof Routines r ? r : null;
    }

    public static Object unwrap(Object argument) {
        Routines r = routines(argument);
        return r == null ? argument : r.target;
    }

    /// Returns another view of an object, wrapped if the object is.
    @SuppressWarnings("unchecked") // a proxy has the type of its target
    public static <S> S view(S object, UnaryOperator<S> view) {
        Routines r = routines(object);
        return r == null ? view.apply(object) : (S) r.profile.wrap(view.apply((S) r.target));
    }

    /// Calls a static routine of signals, which no proxy reports, with the signals behind proxies. Reports it to the
    /// listeners if a signal is wrapped.
    public static <T> T observe(String routine, Signal[] signals, Function<Signal[], T> call, Object... arguments) {
        Routines wrapped = null;
        for (int k = 0; signals != null && k < signals.length && wrapped == null; k++) wrapped = routines(signals[k]);
        if (wrapped == null) return call.apply(signals);
        Signal[] inner = Arrays.stream(signals).map(Profile::unwrap).toArray(Signal[]::new);
        Profile profile = wrapped.profile;
        return profile.on ? profile.reported(routine, arguments, () -> call.apply(inner)) : call.apply(inner);
    }

    /// A call that throws `E` at most.
    private interface Call<T, E extends Throwable> {
        T make() throws E;
    }

    /// Makes a call between two reports to each listener.
    private <T, E extends Throwable> T reported(String routine, Object[] arguments, Call<T, E> call) throws E {
        Object[] tokens = new Object[listeners.size()];
        for (int i = 0; i < tokens.length; i++) tokens[i] = listeners.get(i).enter(pe, routine, arguments);
        Throwable thrown = null;
        try {
            return call.make();
        } catch (Throwable t) {
            thrown = t;
            throw t;
        } finally {
            for (int i = tokens.length - 1; i >= 0; i--) listeners.get(i).exit(tokens[i], thrown);
        }
    }

    /// Reports to the backend the element of its own copy that a PE reads by `get(i)` or writes by `set(i, v)`. These
    /// are a load and a store, which no backend sees. Accesses through `local()` and `ptr` are not reported.
    private void observeOwn(SymObject object, String verb, Object[] arguments) {
        if (arguments == null || !(arguments[0] instanceof Long i)) return;
        if (i < 0 || i >= object.length) return; // the routine refuses it
        long offset = object.offset + i * object.width;
        if (verb.equals("get") && arguments.length == 1) observer.read(offset, object.width);
        if (verb.equals("set") && arguments.length == 2 && !(object instanceof SignalWord)) {
            observer.wrote(offset, object.width);
        }
    }

    /// The proxy of one object: reports each call.
    private record Routines(Profile profile, Object target, Class<?> type) implements InvocationHandler {

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object[] inner = arguments == null ? null : new Object[arguments.length];
            for (int i = 0; inner != null && i < inner.length; i++) inner[i] = unwrap(arguments[i]);
            if (method.getDeclaringClass() == Object.class) return call(method, inner);
            if (profile.observer != null && target instanceof SymObject object) {
                profile.observeOwn(object, method.getName(), inner);
            }
            boolean control = method.getName().equals("pcontrol");
            if (!profile.on && !control) return profile.wrap(call(method, inner));
            String routine = type.getSimpleName() + "." + method.getName();
            return profile.reported(routine, arguments, () -> {
                Object result = profile.wrap(call(method, inner));
                if (control) {
                    profile.on = (int) arguments[0] > 0;
                    profile.listeners.forEach(listener -> listener.control((int) arguments[0]));
                }
                return result;
            });
        }

        private Object call(Method method, Object[] inner) throws Throwable {
            try {
                return method.invoke(target, inner);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
