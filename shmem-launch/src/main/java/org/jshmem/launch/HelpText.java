// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The text of `oshrun --help` and `oshrun man`: sections, with terms and their meanings. The parser of the command
/// line takes the options from here, and the reference page too.
///
/// The line of an option has its names and the word for its value, if it has one. The word ends in `...` if the option
/// may be repeated, and in `,...` if commas separate its values. A class has the text, since a file of a jar takes
/// each start longer.
final class HelpText {
    static final String EXAMPLES = "Examples";
    static final String COMMANDS = "Other commands";
    static final String STATUSES = "Exit status";

    /// The section of the options that need `--machine`, and of that one.
    static final String SIMULATOR = "Simulator";

    record Item(String term, String meaning) {}

    static final String TEXT = """
            Job
              -np -n N
                  Start this number of PEs
              --heap SIZE
                  Set the symmetric heap of each PE: a number, also a fraction, and one of k m g t
                  (default: SHMEM_SYMMETRIC_SIZE, else half of the free memory over all PEs, at most 4g)
              --heap-dir DIR
                  Create the job file in this folder (default: /dev/shm)
              -x NAME=VALUE...
                  Set an environment variable for every PE; -x NAME passes the value from here; repeatable
              --wdir -wdir DIR
                  Run every PE in this working directory, on one host only (default: that of the launcher)
              --timeout D
                  End the job with a report of the PEs that wait for each other once a wait inside the library takes
                  longer (500ms, 3s, 2m; 0s: no limit)
              --time-limit D
                  End the job after this time (30s, 2h; 0s: no limit), with a report and status 124
              --trace FILE
                  Record what each PE does and waits for; 'oshrun trace FILE' shows the record
              --trace-size SIZE
                  With --trace: keep this many bytes of the newest events of each PE, 64 bytes each (default: 16m)
            JVMs and cores
              -cp -classpath --class-path PATH
                  Set the class path of the program (default: CLASSPATH, else the current folder)
              -J OPT...
                  Pass an option to the JVM of every PE, as in -J -Xmx2g; {pe} in it is the number of the PE; repeatable
              --jvms J
                  Run the PEs in J JVMs, in blocks of neighbours; each PE keeps static fields of its own. auto: one JVM
                  per core (default: auto where PEs outnumber cores, else a process per PE)
              --threads
                  Run all PEs in one JVM; the same as --jvms 1
              --share-classes
                  Load the program once in each JVM with several PEs, which then have its static fields in common
              --bind-to WHAT
                  Bind each PE in turn: core to one core, numa to the cores of one NUMA node, none to nothing (default)
              --report-bindings
                  Print the cores on which each PE may run
              --argfile FILE
                  Start no PE: write the options of its JVM and the program to FILE, and print the command by which a
                  PMIx server, such as mpirun -n 4, starts each PE
            Several hosts
              --hosts --host -H LIST
                  Run on several hosts, with slots each: a:8,b:8 (default in an allocation of Slurm, PBS, LSF or SGE: its
                  hosts)
              --hostfile --machinefile FILE
                  Read the hosts from a file: lines 'host slots=8', or a host once for each slot, as $PBS_NODEFILE has it
              -N --npernode -npernode K
                  Start K PEs on each host; without -np on all hosts
              --map-by HOW
                  Assign PEs to hosts: slot fills one host after the other (default), node takes the hosts in turn,
                  ppr:K:node puts K PEs on each
            Output and debugging
              --tag-output
                  Begin each line of output with [PE n], of standard error with [PE n err]
              --output-filename NAME
                  Write the output of each PE to a file of its own; {pe} in NAME is the number of the PE
              -q --quiet
                  Print no hints, only errors
              --debug PE,...
                  Suspend this PE before its first instruction until a debugger attaches, at port 5005 + PE of this host;
                  several as 0,3
            Running jobs
              --ps
                  List the running jobs of this user and exit
              --inspect JOB
                  Show a running job and exit; JOB is the beginning of its id, or the process of its launcher
            Simulator
              --machine NAME|FILE.json
                  Run in virtual time on a simulated machine, such as knc ('oshrun machine' lists all), or on one that a
                  file describes (default: PEs are JVM processes)
              --seed S
                  Seed the jitter of the simulation (default: no jitter)
              --late-puts
                  Deliver puts as late as the ordering rules allow, so that a missing fence shows
              --races
                  Report all accesses that nothing orders, also those of single words, and lost updates
              --set SYMBOL=VALUE...
                  Set a parameter of the simulated machine; repeatable
              --place CORES
                  Place PE i on the i-th of these cores, such as 0,2,4 or 0..23,47..24
              --without ABLATION...
                  Switch a mechanism of the simulated machine off (docs/simulator/machine-model.md lists them); repeatable
              --compute auto[=FACTOR]
                  Measure computation on this host, times FACTOR (1), where the program declares none; results differ
                  between runs
              --summary
                  Print virtual time and its parts on standard error, and a trace hash, which is the same for runs with
                  the same operations at the same times
            Other
              -h -help --help
                  Print this help and exit
              -V --version
                  Print the version and exit
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

    /// The sections whose terms are options.
    static Map<String, List<Item>> options() {
        Map<String, List<Item>> options = new LinkedHashMap<>();
        for (var section : SECTIONS.entrySet()) {
            if (section.getValue().getFirst().term.startsWith("-")) options.put(section.getKey(), section.getValue());
        }
        return options;
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
