// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.Mailbox;
import org.jshmem.Message;
import org.jshmem.Op;
import org.jshmem.Shmem;

/// The most frequent words of a folder's texts, the pattern of map and reduce: each PE reads some of the files and sends
/// each word to the PE that counts this word. Counts need no lock, because each word has one owner.
///
/// A phase of a mailbox ends when all PEs have ended it and all messages are read. Without `end`, `take` would wait for
/// ever; without the loop over `take`, words that are still under way would not be counted, and the sums differ.
///
/// `bin/oshrun -np 4 examples/WordCount.java [FOLDER]` reads files that end in .md, .txt or .java
public class WordCount {
    static final Pattern WORD = Pattern.compile("\\p{L}+");

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Path folder = Path.of(a.length > 0 ? a[0] : "docs");
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException(folder.toAbsolutePath() + " is not a folder; name one that has texts");
            }
            try (Mailbox box = sh.mailbox()) {
                run(sh, texts(folder), box);
            }
        });
    }

    static List<Path> texts(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().matches(".*\\.(md|txt|java)") && Files.isRegularFile(file))
                    .sorted()
                    .toList(); // in the same order on every PE
        }
    }

    static void run(Shmem sh, List<Path> files, Mailbox box) throws IOException {
        int me = sh.myPe(), pes = sh.nPes();
        long begin = sh.nanoTime(), read = 0;
        for (int k = me; k < files.size(); k += pes) {
            String text = new String(Files.readAllBytes(files.get(k)), StandardCharsets.UTF_8).toLowerCase();
            for (var word = WORD.matcher(text); word.find(); read++) {
                byte[] bytes = word.group().getBytes(StandardCharsets.UTF_8);
                box.send(Math.floorMod(word.group().hashCode(), pes), bytes);
            }
        }
        box.end();
        Map<String, Long> counts = new HashMap<>();
        for (Message m; (m = box.take()) != null; )
            counts.merge(new String(m.toArray(), StandardCharsets.UTF_8), 1L, Long::sum);

        for (var entry : top(counts)) box.send(0, entry.toString().getBytes(StandardCharsets.UTF_8));
        box.end();
        Map<String, Long> best = new HashMap<>();
        for (Message m; (m = box.take()) != null; ) {
            String[] line = new String(m.toArray(), StandardCharsets.UTF_8).split("=");
            best.put(line[0], Long.valueOf(line[1]));
        }
        long counted = counts.values().stream().mapToLong(Long::longValue).sum();
        long all = sh.world().reduce(Op.SUM, read), found = sh.world().reduce(Op.SUM, counted);
        if (all != found) throw new AssertionError(all + " words read and " + found + " counted");
        if (me > 0) return;
        for (var entry : top(best)) System.out.printf("%8d  %s%n", entry.getValue(), entry.getKey());
        double seconds = (sh.nanoTime() - begin) * 1e-9;
        System.out.printf("%d words of %d files on %d PEs: %.6f s%n", all, files.size(), pes, seconds);
        System.out.println("Verification passed");
    }

    /// The ten most frequent words, in their order.
    static List<Map.Entry<String, Long>> top(Map<String, Long> counts) {
        var order = Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey());
        return counts.entrySet().stream().sorted(order).limit(10).toList();
    }
}
