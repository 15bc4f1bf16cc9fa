// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.List;
import java.util.TreeMap;

/// Hints of a program in Open MPI's spelling, of which this library uses none.
public final class Info implements Freeable, Cloneable {
    private TreeMap<String, String> values; // null once it is freed

    public Info() {
        this(new TreeMap<>());
    }

    Info(TreeMap<String, String> values) {
        this.values = values;
    }

    public void set(String key, String value) {
        values.put(key, value);
    }

    /// {@return the value of a key, or null}
    public String get(String key) {
        return values.get(key);
    }

    public void delete(String key) {
        if (values.remove(key) != null) return;
        String mistake = "delete: the key \"%s\" does not exist; give one of %s";
        throw MPI.refuse(MPI.ERR_INFO_NOKEY, mistake, key, values.keySet());
    }

    public int size() {
        return values.size();
    }

    public String getKey(int i) {
        return List.copyOf(values.keySet()).get(i);
    }

    @Override
    public Info clone() {
        return new Info(new TreeMap<>(values));
    }

    public Info dup() {
        return clone();
    }

    public boolean isNull() {
        return values == null;
    }

    @Override
    public void free() {
        values = null;
    }
}
