// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.hosts.Hostlist;
import org.jshmem.launch.hosts.Placing;
import org.jshmem.launch.job.CoreBinding;
import org.jshmem.launch.job.JvmCommand;
import org.jshmem.launch.os.Numbers;
import org.jshmem.launch.os.Refused;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.transport.Shape;

/// The options of a job, each with its type. A mistake is refused here, with the name of the option and the remedy.
final class Options extends OptionWords {
    /// The value of `--jvms auto`.
    static final int AUTO = 0;

    private static final String OF_SIMULATOR = "--seed --late-puts --races --set --place --without --compute --summary";

    /// The options that the simulator reads itself.
    static final List<String> PASSED =
            List.of(("--machine --timeout --tag-output --trace --trace-size " + OF_SIMULATOR).split(" "));

    private static final String OF_START =
            "--machine --hosts --hostfile -N --map-by --jvms --threads --share-classes --heap --heap-dir --timeout"
                    + " --time-limit --trace -x --wdir --bind-to --report-bindings --tag-output --output-filename --debug";

    private static final String EACH_OTHER = "%s and %s exclude each other; remove one of them";

    final String machine = value("--machine");
    final String argumentFile = value("--argfile");
    final boolean tagsOutput = has("--tag-output");
    final boolean sharesClasses = has("--share-classes");
    final String trace = value("--trace");
    final long timeLimit = Numbers.nanos("--time-limit", value("--time-limit"));
    final long timeout = Numbers.nanos("--timeout", value("--timeout"));

    /// The number of JVMs, or [#AUTO]; null if no option has it.
    final Integer jvms = has("--threads") ? Integer.valueOf(1) : jvms();

    /// The options for the JVM of every PE.
    final List<String> ofJvm = values("-J");

    /// Whether one of these has the number of the PE.
    final boolean numbersPes = ofJvm.stream().anyMatch(option -> option.contains(JvmCommand.PE));

    /// The value of `--output-filename`, or null.
    final String files = value("--output-filename");

    /// The working folder of PEs; null for the launcher's.
    final Path folder = folder("--wdir", null, "create it, or give another one", Files::isExecutable, "entered");

    /// Whether hosts get PEs in rounds.
    final boolean inRounds = "node".equals(value("--map-by"));

    /// The number of PEs on each host; 0 if no option has it.
    final int perHost = perHost();

    /// Reads the options of a line that [#check] has accepted.
    Options(OptionWords line) {
        super(line);
        checkValues("--seed", "[-+]?[0-9]{1,18}", true, "is not a whole number; use a number such as 42");
        checkValues("--map-by", "slot|node|ppr:[^:]*:node", true, "is unknown; use one of slot, node, ppr:K:node");
        checkValues("--bind-to", "none|core|numa", true, "is unknown; use one of none, core, numa");
        // java would take the value of these from the next word
        String two = "-p|--(module-path|upgrade-module-path|add-modules|limit-modules|add-exports|add-opens|add-reads"
                + "|patch-module|enable-native-access)";
        checkValues("-J", two, false, "needs its value in the same word, as in -J --add-modules=NAME");
        String path = "(-cp|-classpath|--class-path)(=.*)?";
        checkValues("-J", path, false, "replaces the class path of jshmem; give the program's by -cp");
        String other = "--?(version|help|fullversion|full-version|help-extra)|-h|-[?]|-X|-jar|-m|--module(=.*)?"
                + "|--list-modules|--validate-modules|-d|--describe-module(=.*)?|--dry-run";
        checkValues("-J", other, false, "makes java do something else than run the program; remove it");
        checkValues("-J", "(?s)[-@].*", true, "is not an option of a JVM; options begin with -, such as -J -Xmx2g");
        for (String option : ofJvm) {
            boolean unread = option.startsWith("@") && !Files.isReadable(Path.of(option.substring(1)));
            Refused.when(unread, "-J '%s' names a file of options that cannot be read; give another one", option);
        }
        boolean numbered = isSimulated() && numbersPes;
        Refused.when(numbered, "-J with {pe} is for PEs that are processes; remove {pe}, or --machine");
    }

    /// Refuses the values of an option that do not match a pattern, or that match it.
    private void checkValues(String option, String pattern, boolean matches, String mistake) {
        for (String value : values(option)) {
            Refused.when(value.matches(pattern) != matches, "%s '%s' %s", option, value, mistake);
        }
    }

    /// Refuses options that exclude or need each other.
    static void check(OptionWords line) {
        line.exclude("--hosts", "--hostfile", EACH_OTHER);
        line.exclude("--map-by", "-N", EACH_OTHER);
        line.exclude("--threads", "--jvms", "%s is --jvms 1; remove one of them");
        line.exclude("--threads", "--machine", "%s and %s exclude each other; the simulator's PEs are threads already");
        line.exclude("-N", "--machine", "%s is for real PEs; use -np with %s");
        line.exclude(
                "--argfile",
                OF_START,
                "%s starts no PE; remove %s, and use an option of the launcher that starts them");
        String real = "--hosts --hostfile --map-by --heap-dir --jvms --bind-to --report-bindings";
        line.exclude(real, "--machine", "%s is for real PEs; remove it, or %s");
        String processes = "%s is for PEs that are processes; use --tag-output where they share a JVM";
        line.exclude("--output-filename", "--machine --jvms --threads", processes);
        line.exclude("--ps", "--inspect", EACH_OTHER);
        line.need("--once", "--top", "%s is for %s; add %2$s, or remove the option");
        line.need("--trace-size", "--trace", "%s is for %2$s; add %2$s FILE, or remove the option");
        line.need(OF_SIMULATOR, "--machine", "%s is for the simulator; add %s NAME, or remove the option");
        for (String look : List.of("--ps", "--inspect", "--top")) if (line.has(look)) line.checkAlone(look, "--once");
    }

    private int perHost() {
        String what = "PEs on each host";
        String mapping = value("--map-by", "");
        boolean each = mapping.startsWith("ppr:");
        if (each) return Numbers.count("--map-by ppr", mapping.split(":", -1)[1], what, Shape.MOST_PES);
        return has("-N") ? Numbers.count("-N", value("-N"), what, Shape.MOST_PES) : 0;
    }

    private Integer jvms() {
        String text = value("--jvms");
        if (text == null || text.equals("auto")) return text == null ? null : AUTO;
        int n = Numbers.whole(text, 1, Integer.MAX_VALUE);
        Refused.when(n < 0, "--jvms '%s' is not a number of JVMs; give a whole number from 1 on, or auto", text);
        return n;
    }

    boolean isSimulated() {
        return machine != null;
    }

    /// Whether PEs bind their threads to cores.
    boolean binds() {
        return !value("--bind-to", "none").equals("none");
    }

    CoreBinding binding() {
        return CoreBinding.of(value("--bind-to", "none"));
    }

    /// Whether an option is meant for a JVM with one PE.
    boolean needsProcesses() {
        return binds()
                || files != null
                || numbersPes
                || has("--debug")
                || ofJvm.stream().anyMatch(option -> option.startsWith("-Xmx"));
    }

    /// The hosts that the line names, with their slots; null if it names none.
    List<Placing.Slots> hosts() {
        if (has("--hosts")) return Hostlist.parse(value("--hosts"));
        return has("--hostfile") ? Hostlist.file(Path.of(value("--hostfile"))) : null;
    }

    /// The size of the symmetric heap of each PE in bytes: `--heap`, then the two variables (also through `-x`),
    /// then the default, which is at least the size that a built-in program requests on real memory. The default
    /// divides the memory of this host by the PEs that are `here`.
    long heapBytes(Map<String, String> environment, int npes, int here) {
        return Refused.unlessValid(() -> has("--heap")
                ? MemorySizes.parse("--heap", value("--heap"))
                : Settings.heapBytes(environment, () -> defaultHeapBytes(npes, here)));
    }

    private long defaultHeapBytes(int npes, int here) {
        if (isSimulated()) return Settings.FIXED_HEAP;
        long wish = builtIn().map(own -> own.heap().applyAsLong(npes)).orElse(0L);
        return Math.max(wish, Settings.defaultHeapBytes(here, heapFolder()));
    }
}
