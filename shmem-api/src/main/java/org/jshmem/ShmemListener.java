// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Observes entry and exit of every routine: the profiling interface, instead of C's `pshmem_` names.
///
/// Listeners are services, named in `META-INF/services/org.jshmem.ShmemListener`: a class path without pays
/// nothing. Each PE gets a listener of its own, made when its session begins and called by the PE's threads. It
/// observes the calls of the program, not the calls inside the library.
///
/// ```java
/// public final class Counter implements ShmemListener {
///     private final Map<String, Integer> calls = new ConcurrentHashMap<>();
///     public Object enter(int pe, String routine, Object[] arguments) {
///         return calls.merge(routine, 1, Integer::sum);
///     }
///     public void exit(Object token, Throwable thrown) {}
/// }
/// ```
public interface ShmemListener {

    /// A routine begins, such as `SymLongs.put`. The returned object is passed to [#exit]. The arguments are
    /// not to be changed; null for none. An exception that this method throws reaches the caller instead of
    /// the routine.
    ///
    /// @param pe number in the world team of the PE that calls
    /// @param routine class and method, such as `SymLongs.put`
    /// @param arguments arguments of the call, not to be changed; null for none
    /// @return an object of the listener's choice, which [#exit] gets; null is allowed
    Object enter(int pe, String routine, Object[] arguments);

    /// The routine has ended; `thrown` is null where it returned.
    ///
    /// @param token the object that [#enter] returned for this call
    /// @param thrown the exception that ended the routine; null if it returned
    void exit(Object token, Throwable thrown);

    /// The program called [Shmem#pcontrol] with `level`. Reporting is on at the start. Level 0 or below turns it off,
    /// 1 turns it on, and 2 requests a flush; higher levels are the listener's own.
    ///
    /// @param level level that the program gave: 0 and below off, 1 on, 2 flush
    default void control(int level) {}
}
