// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The sections that `oshrun --help` and `oshrun man` print after the options: terms and their meanings.
final class HelpText {
    static final String EXAMPLES = "Examples";
    static final String COMMANDS = "Other commands";
    static final String STATUSES = "Exit status";

    record Item(String term, String meaning) {}

    static final String TEXT = """
            Examples
              oshrun -np 4 Hello.java
                  compiles one source file and runs it as 4 PEs
              oshrun -np 8 -cp app.jar org.example.Main 100
                  runs a main class with an argument
              oshrun -np 4 --timeout 10s --tag-output app.jar
                  names the PEs that hang, and the PE of each line
              oshrun --hosts a:8,b:8 -np 16 app.jar
                  runs on two hosts, started by mpirun
              oshrun -np 60 --machine knc pgas broadcast
                  runs on a simulated Xeon Phi
            Other commands
              doctor
                  Check whether this machine can run jobs, and print what to do where it cannot
              classpath
                  Print the class path to compile programs with: javac -cp $(oshrun classpath) ...
              completion
                  Print completions for the shell: source <(oshrun completion)
              man
                  Print this manual: oshrun man | man -l -
            Environment
              SHMEM_SYMMETRIC_SIZE
                  bytes of each PE's symmetric heap, where --heap is not given
              SHMEM_INFO
                  set: PE 0 prints all variables of the library with their values
              JSHMEM_JAVA_HOME, JAVA_HOME
                  the JDK, looked for in this order, then on PATH
              CLASSPATH
                  class path of the program, where -cp is not given
              SHMEM_*, JSHMEM_*, SMA_*, UCX_*
                  reach the PEs of other hosts too; others by -x
            Files
              /dev/shm
                  where the job file is created; it has no name and disappears with its job
              ~/.cache/jshmem, target/cds
                  class archives that make JVMs start faster; doctor makes them anew
              ~/.config/jshmem/calibration.json
                  written by oshrun calibrate
            Exit status
              0
                  every PE ended well
              1
                  a PE threw an exception that it did not catch, or ended without finalize
              2
                  the job was refused before it started; standard error has the reason
              3
                  the PEs ended well, and the simulator has reported a race, a lost update, a stale read or a late put
              124
                  the job took longer than --time-limit
              128 + n
                  signal n ended a PE or the launcher: 130 Ctrl-C, 137 SIGKILL, 141 the output's reader has ended, 143 SIGTERM
              other
                  the status of the first PE that failed, which stderr names, as in System.exit(k) or globalExit(k)
            """;

    private static final Map<String, List<Item>> SECTIONS = read();

    private HelpText() {}

    static List<Item> items(String heading) {
        return SECTIONS.get(heading);
    }

    static boolean isCommand(String name) {
        for (Item command : items(COMMANDS)) if (command.term.equals(name)) return true;
        return false;
    }

    private static Map<String, List<Item>> read() {
        Map<String, List<Item>> sections = new LinkedHashMap<>();
        List<Item> section = List.of();
        for (String line : TEXT.split("\n")) {
            if (line.startsWith("      ")) {
                Item item = section.removeLast();
                section.add(new Item(item.term, (item.meaning + " " + line.strip()).strip()));
            } else if (line.startsWith(" ")) {
                section.add(new Item(line.strip(), ""));
            } else {
                section = new ArrayList<>();
                sections.put(line, section);
            }
        }
        return sections;
    }
}
