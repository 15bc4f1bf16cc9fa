// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jshmem.launch.os.Refused;
import org.jshmem.launch.program.ModuleServices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {
    private static String refusal(String... args) {
        return assertThrows(Refused.class, () -> Oshrun.run(args)).getMessage();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hello                               | how many PEs? give -np N, as in oshrun -np 4 hello; 'oshrun --help' lists all options
            -np 0 hello                         | -np '0' is not a number of PEs; give a whole number from 1 to 4096
            -np two hello                       | -np 'two' is not a number of PEs; give a whole number from 1 to 4096
            -np 16385 --machine knc hello       | -np '16385' is not a number of PEs; give a whole number from 1 to 16384
            -np ２ hello                          | -np '２' is not a number of PEs; give a whole number from 1 to 4096
            -np 2 --machine knc --seed ２ hello  | --seed '２' is not a whole number; use a number such as 42
            -np2 hello                          | -np2: put a space between -np and the number of PEs
            -np 2 trace f                       | trace runs as one PE; remove -np 2
            --machine knc trace f               | trace does not run on PEs; remove --machine, or give it after trace
            --hosts a,b trace f                 | trace runs on this host; remove --hosts
            dcotor                              | how many PEs? give -np N, as in oshrun -np 4 hello; did you mean oshrun doctor? 'oshrun --help' lists all options
            -np 2 -hosts a,b hello              | unknown option -hosts; did you mean --hosts? 'oshrun --help' lists all
            -np 2 -machinefile f hello          | unknown option -machinefile; did you mean --machinefile? 'oshrun --help' lists all
            --np 2 hello                        | unknown option --np; did you mean -np? 'oshrun --help' lists all
            --ntasks=2 hello                    | unknown option --ntasks=2; did you mean -np? 'oshrun --help' lists all
            -np 2 -ppn 2 hello                  | unknown option -ppn; did you mean -N? 'oshrun --help' lists all
            -np 2 --time=10:00 hello            | unknown option --time=10:00; did you mean --time-limit? 'oshrun --help' lists all
            -np 2 --cpu-bind=cores hello        | unknown option --cpu-bind=cores; did you mean --bind-to? 'oshrun --help' lists all
            -np 2 --export=ALL hello            | unknown option --export=ALL; did you mean -x? 'oshrun --help' lists all
            -np 2 -genv A 1 hello               | unknown option -genv; did you mean -x? 'oshrun --help' lists all
            -np 2 -l hello                      | unknown option -l; did you mean --tag-output? 'oshrun --help' lists all
            -np 2 -f hosts hello                | unknown option -f; did you mean --hostfile? 'oshrun --help' lists all
            -np 2 -Xmx2g hello                  | unknown option -Xmx2g; did you mean -J -Xmx2g? 'oshrun --help' lists all
            -np 2 --enable-preview hello        | unknown option --enable-preview; did you mean -J --enable-preview? 'oshrun --help' lists all
            -np 2 --mem 4g hello                | unknown option --mem; did you mean --heap? 'oshrun --help' lists all
            -np 2 -S 2 hello                    | unknown option -S; 'oshrun --help' lists all
            -np 2 --oversubscribe hello         | unknown option --oversubscribe; remove it: PEs may outnumber cores
            -np 2 --mca btl self hello          | unknown option --mca; remove it and its values: they are settings of Open MPI
            -np 2 -jar x.jar                    | unknown option -jar; remove it: a .jar is given as PROGRAM
            -np 2 java Hello                    | java is not a program for PEs; remove it, as oshrun starts the JVMs, and give options of a JVM by -J
            -np 2                               | which program? give {built-in}, a main class, a .jar or a .java file
            -np 2 --heap abc hello              | --heap 'abc' is not a size; give a number that is not negative and one of k m g t, such as 64m or 1.5g
            -np 2 -x SHMEM_SYMMETRIC_SIZE=x hello | SHMEM_SYMMETRIC_SIZE 'x' is not a size; give a number that is not negative and one of k m g t, such as 64m or 1.5g
            -np 2 --timeout 3 hello             | --timeout '3' is not a time; give a number and one of ms s m h, such as 500ms, 3s or 2m
            -np 2 --timeout 0.0000001s hello    | --timeout 0.0000001s is shorter than 1 ms; give 1ms or more, or 0s for no limit
            -np 2 --heap-dir /none hello        | --heap-dir '/none' is not a directory; give a directory in memory, such as /dev/shm
            -np 2 -x =1 hello                   | -x '=1' does not name a variable; give NAME=VALUE or NAME
            -np 2 -x NO_SUCH_ONE hello          | -x NO_SUCH_ONE is not set here; give -x NO_SUCH_ONE=VALUE
            -np 2 --bind-to socket hello        | --bind-to 'socket' is unknown; use one of none, core, numa
            -np 2 --seed 3 hello                | --seed is for the simulator; add --machine NAME, or remove the option
            -np 2 --trace-size 1m hello         | --trace-size is for --trace; add --trace FILE, or remove the option
            -np 2 --trace f --trace-size 0 hello | --trace-size '0' has no room for an event; give 64 bytes or more, such as 16m
            -np 2 --trace /no/f hello           | --trace /no/f: directory /no does not exist; create it first
            -np 2 --late-puts hello             | --late-puts is for the simulator; add --machine NAME, or remove the option
            -np 2 --races hello                 | --races is for the simulator; add --machine NAME, or remove the option
            -np 2 --set c=1 hello               | --set is for the simulator; add --machine NAME, or remove the option
            -np 2 --place 0,1 hello             | --place is for the simulator; add --machine NAME, or remove the option
            -np 2 --time-limit 99999999999999h hello | --time-limit 99999999999999h is longer than a year; give 0s for no limit
            -np 2 -J @/none hello               | -J '@/none' names a file of options that cannot be read; give another one
            -np 2 -J --add-opens -J x hello     | -J '--add-opens' needs its value in the same word, as in -J --add-modules=NAME
            -np 2 -J -version hello             | -J '-version' makes java do something else than run the program; remove it
            -np 2 -J --class-path=x hello       | -J '--class-path=x' replaces the class path of jshmem; give the program's by -cp
            -np 2 -J -jar hello                 | -J '-jar' makes java do something else than run the program; remove it
            -N 0 hello                          | -N '0' is not a number of PEs on each host; give a whole number from 1 to 4096
            -np 2 -N 2 --machine knc hello      | -N is for real PEs; use -np with --machine
            -np 2 -N 2 --map-by node hello      | --map-by and -N exclude each other; remove one of them
            -np 2 --map-by ppr:x:node hello     | --map-by ppr 'x' is not a number of PEs on each host; give a whole number from 1 to 4096
            -np 2 --map-by ppr:2:numa hello     | --map-by 'ppr:2:numa' is unknown; use one of slot, node, ppr:K:node
            -np 2 --hosts a,b -N 2 hello        | -N 2 is more than host a has slots (1); lower it, or give a:2
            -np 2 -J hello                      | -J 'hello' is not an option of a JVM; options begin with -, such as -J -Xmx2g
            -np 2 --hosts a, hello              | --hosts: '' is not the name of a host; use letters, digits and . _ - @ %, not - at the beginning
            -np 2 -H a:0 hello                  | --hosts: '0' is not a number of slots of host a; give a whole number from 1 on
            -np 2 --machinefile /none hello     | --hostfile /none does not exist; the launcher looked for /none
            -np 2 --hostfile none.hosts hello   | --hostfile none.hosts does not exist; the launcher looked for {here}/none.hosts
            -np 2 --hostfile /tmp hello         | --hostfile /tmp cannot be read, it is a directory; give a text file with a host in each line
            -np 2 --hosts=-o hello              | --hosts: '-o' is not the name of a host; use letters, digits and . _ - @ %, not - at the beginning
            --ps --inspect 3                    | --ps and --inspect exclude each other; remove one of them
            --ps hello                          | --ps and --inspect run no program; remove 'hello'
            --inspect zz                        | --inspect 'zz' matches no running job of this user; 'oshrun --ps' lists the running ones
            -np 2 --machine knc --seed x hello  | --seed 'x' is not a whole number; use a number such as 42
            -np 2 --machine knc --threads hello | --threads and --machine exclude each other; the simulator's PEs are threads already
            -np 2 --machine knc --heap-dir /tmp hello | --heap-dir is for real PEs; remove it, or --machine
            hello -np 2                         | how many PEs? give -np N before PROGRAM; arguments after PROGRAM belong to the program
            -np 2 --wdir /none hello            | --wdir '/none' is not a directory; create it, or give another one
            -np 2 --wdir= hello                 | --wdir '' is not a directory; create it, or give another one
            -np 2 --heap-dir= hello             | --heap-dir '' is not a directory; give a directory in memory, such as /dev/shm
            -np 2 --trace / hello               | --trace '/' is a directory; give a file
            -np 2 --trace= hello                | --trace '' is a directory; give a file
            -np 2 --trace /proc/t hello         | --trace /proc/t cannot be written, its folder takes no files; lower --trace-size, or give a file in another folder
            -np 2 --output-filename f hello     | --output-filename 'f' is the same file for all PEs; put {pe} into the name
            -np 2 --threads --output-filename f.{pe} hello | --output-filename is for PEs that are processes; use --tag-output where they share a JVM
            -np 2 --machine knc --output-filename f.{pe} hello | --output-filename is for PEs that are processes; use --tag-output where they share a JVM
            -np 2 --output-filename /none/{pe} hello | --output-filename '/none/{pe}' cannot be written, /none/0 (No such file or directory); give a name in a folder that exists and can be written
            -np 2 --time-limit 3 hello          | --time-limit '3' is not a time; give a number and one of ms s m h, such as 500ms, 3s or 2m
            -np 2 --debug 2 hello               | --debug '2' is not a PE of this job; give a number from 0 to 1
            -np 2 --debug 0,x hello             | --debug 'x' is not a PE of this job; give a number from 0 to 1
            -np 2 --debug 0, hello              | --debug '' is not a PE of this job; give a number from 0 to 1
            -np 2 --machine knc -J -Da={pe} hello | -J with {pe} is for PEs that are processes; remove {pe}, or --machine
            help                                | how many PEs? give -np N, as in oshrun -np 4 hello; did you mean oshrun --help? 'oshrun --help' lists all options
            version                             | how many PEs? give -np N, as in oshrun -np 4 hello; did you mean oshrun --version? 'oshrun --help' lists all options
            -np 2 --Threads hello               | unknown option --Threads; did you mean --threads? 'oshrun --help' lists all
            --ps -np 2                          | -np has no effect on --ps; remove it
            --inspect 3 -n 2                    | -np has no effect on --inspect; remove it
            --machine knc doctor                | --machine has no effect on doctor; remove it
            --heap-dir /tmp man                 | --heap-dir has no effect on man; remove it
            -np 2 --tag-outptu hello             | unknown option --tag-outptu; did you mean --tag-output? 'oshrun --help' lists all
            -np 2 --threads=x hello             | Invalid value for option '--threads': 'x' is not a boolean; 'oshrun --help' lists all options
            -np 2 -cp . Hello                   | no class Hello on the class path .; did you mean hello? If not, give -cp PATH, a .jar, a .java file, or one of {built-in}
            -np 2 pom.xml                       | pom.xml is neither a .jar nor a .java file; a main class is named as in org.example.Main
            -np 2 -cp . no.such.Main            | no class no.such.Main on the class path .; give -cp PATH, a .jar, a .java file, or one of {built-in}
            -np 2 none.jar                      | none.jar does not exist; the launcher looked for {here}/none.jar
            -np 2 None.java                     | None.java does not exist; the launcher looked for {here}/None.java
            -np 2 --jvms 3 hello                | --jvms 3 is more than the 2 PEs of the job; give a number up to 2, or auto
            -np 2 --jvms x hello                | --jvms 'x' is not a number of JVMs; give a whole number from 1 on, or auto
            -np 2 --jvms 2 --threads hello      | --threads is --jvms 1; remove one of them
            -np 4 -N 2 hello                    | -np 4 is more than the 2 PEs that -N starts on this host; lower -np, or give --hosts
            -np 2 --machine knc --report-bindings hello | --report-bindings is for real PEs; remove it, or --machine
            -np 2 --machine knc --hosts a hello | --hosts is for real PEs; remove it, or --machine
            -np 2 --machine knc --jvms 2 hello  | --jvms is for real PEs; remove it, or --machine
            -np 2 --machine knc --map-by node hello | --map-by is for real PEs; remove it, or --machine
            -np 2 --jvms 2 --output-filename f.{pe} hello | --output-filename is for PEs that are processes; use --tag-output where they share a JVM
            -np 2 --without x hello             | --without is for the simulator; add --machine NAME, or remove the option
            -np 2 --compute auto hello          | --compute is for the simulator; add --machine NAME, or remove the option
            -np 2 --summary hello               | --summary is for the simulator; add --machine NAME, or remove the option
            -np 2 --bind-to core --machine knc hello | --bind-to is for real PEs; remove it, or --machine
            -np 2 -J -p -J x hello              | -J '-p' needs its value in the same word, as in -J --add-modules=NAME
            -np 2 -J --dry-run hello            | -J '--dry-run' makes java do something else than run the program; remove it
            -np 2 --argfile f --heap 1g hello | --argfile starts no PE; remove --heap, and use an option of the launcher that starts them
            -np 2 --argfile f -N 2 hello | --argfile starts no PE; remove -N, and use an option of the launcher that starts them
            -np 2 --argfile f --map-by node hello | --argfile starts no PE; remove --map-by, and use an option of the launcher that starts them
            -np 2 --argfile f --share-classes hello | --argfile starts no PE; remove --share-classes, and use an option of the launcher that starts them
            -np 2 --argfile f --report-bindings hello | --argfile starts no PE; remove --report-bindings, and use an option of the launcher that starts them
            -np 2 --hosts a,b --hostfile f hello | --hosts and --hostfile exclude each other; remove one of them
            -np 2 src                           | src is a directory; give -cp src and the main class, as in -cp src org.example.Main
            -np 2 /tmp                          | /tmp is a directory; give -cp /tmp and the main class, as in -cp /tmp org.example.Main
            -np 2 ./hello                       | ./hello is neither a .jar nor a .java file; a main class is named as in org.example.Main
            doctor --heap-dri /tmp              | doctor takes no arguments; remove '--heap-dri /tmp'
            man oshrun                          | man takes no arguments; remove 'oshrun'
            completion : hello                  | completion takes no arguments; remove ': hello'
            -np 3 hello --tag-output            | hello takes no arguments; remove '--tag-output'
            --top none --once                   | --top 'none' matches no running job of this user; 'oshrun --ps' lists the running ones
            --top --once none                   | --top 'none' matches no running job of this user; 'oshrun --ps' lists the running ones
            --top none --once --twice           | none takes no arguments; remove '--once --twice'
            -np 2 -cp none.jar/* no.such.Main   | -cp entry none.jar/*: it is not a directory; give a directory with jars
            """)
    void whatIsWrongIsRefusedByNameWithTheRemedy(String line, String message) {
        String builtIn = String.join(", ", ModuleServices.names());
        assertEquals(
                message.replace("{built-in}", builtIn).replace("{here}", System.getProperty("user.dir")),
                refusal(line.strip().split(" +")));
    }

    /// Refusals of a job that would begin next, by a part of their text.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -np 2 --heap 4194304t hello                       | 2 PEs with a heap of 4096 PiB each need 8192.0 PiB
            --threads -np 2 --heap 100t hello                 | 2 PEs with a heap of 100 TiB each
            -np 2 -x SHMEM_SYMMETRIC_SIZE=9999999999t hello   | SHMEM_SYMMETRIC_SIZE 9999999999t is beyond any memory
            -np 2 -x SMA_BARRIER_ALGORITHM=tree hello         | algorithm 'tree' of BARRIER is unknown; use one of auto, dissemination, linear
            -np 2 --threads -x SHMEM_REDUCE_ACCESS=push hello | SHMEM_REDUCE_ACCESS 'push' is unknown; use one of auto, putget, ptr
            """)
    void aJobThatCannotBeIsRefused(String line, String fact) {
        String said = refusal(line.strip().split(" +"));
        assertTrue(said.contains(fact), said);
    }

    private static Options parsed(String... args) {
        return new Options(OptionWords.of(args));
    }

    @Test
    void anOptionAndItsValueMayBeOneWordAndSeveralLettersToo() {
        assertEquals("2", parsed("-n2", "hello").value("-np"));
        assertEquals("2", parsed("-np=2").value("-np"));
        assertEquals("3", parsed("-np", "2", "-n", "3").value("-np"));
        OptionWords several = OptionWords.of("-qn", "2", "-J-Da=b", "-J", "-Dc", "--", "-x", "--heap");
        assertTrue(several.has("-q"));
        assertEquals("2", several.value("-np"));
        assertEquals(List.of("-Da=b", "-Dc"), several.values("-J"));
        assertEquals("-x", several.program);
        assertEquals(List.of("--heap"), several.arguments);
        assertEquals("-", parsed("-q", "-", "x").program);
    }

    private static String text(OptionWords options) {
        return options.given + " " + options.program + " " + options.arguments;
    }

    /// A line that the parser of plain lines takes means the same to picocli.
    @Test
    void aPlainLineHasTheOptionsThatPicocliFinds() {
        List<String> words =
                new ArrayList<>(List.of("2 1m a:b A=b -Xmx1g auto hello -5 - -n2 --heap=1m -- -qn".split(" ")));
        DeclaredOption.ALL.forEach(option -> words.addAll(option.names()));
        var random = new SplittableRandom(11);
        Set<List<String>> seen = new HashSet<>();
        int plain = 0;
        for (int i = 0; i < 20_000; i++) {
            String[] line = new String[1 + random.nextInt(6)];
            for (int k = 0; k < line.length; k++) line[k] = words.get(random.nextInt(words.size()));
            OptionWords options = new OptionWords();
            if (!options.parsePlain(line)) continue;
            plain++;
            if (!seen.add(List.of(line))) continue; // short lines come again and again
            OptionWords parsed = new OptionWords();
            PicocliParser.parse(parsed, line);
            assertEquals(text(parsed), text(options), String.join(" ", line));
        }
        assertTrue(plain > 1000, "lines: " + plain);
    }

    @Test
    void aMissingValueIsRefusedByName() {
        assertEquals(
                "Missing required parameter for option '-np' (N); 'oshrun --help' lists all options", refusal("-np"));
    }

    @Test
    void theHeapSizeComesFromTheOptionThenTheVariablesThenTheDefault() {
        Options options = parsed();
        long least = 64L << 20;
        assertEquals(least, parsed("--machine", "knc").heapBytes(Map.of(), 2, 2));
        long auto = options.heapBytes(Map.of(), 2, 2);
        assertTrue(auto >= least && auto <= 4L << 30 && auto % (1 << 20) == 0, () -> "a heap of " + auto);
        assertEquals(least, options.heapBytes(Map.of(), 1_000_000, 1_000_000));
        double share = (double) options.heapBytes(Map.of(), 1_000_000, 2) / auto; // two on each of many hosts
        assertTrue(share > 0.5, "other jobs take memory meanwhile, not " + share);
        assertEquals(1L << 20, options.heapBytes(Map.of("SMA_SYMMETRIC_SIZE", "1m"), 2, 2));
        assertEquals(
                2L << 20, options.heapBytes(Map.of("SMA_SYMMETRIC_SIZE", "1m", "SHMEM_SYMMETRIC_SIZE", "2m"), 2, 2));
        // as the specification allows: a program may allocate nothing
        assertEquals(0, parsed("--heap", "0").heapBytes(Map.of(), 2, 2));
        assertEquals(3L << 20, parsed("--heap", "3m").heapBytes(Map.of("SHMEM_SYMMETRIC_SIZE", "2m"), 2, 2));
    }
}
