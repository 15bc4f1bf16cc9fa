// SPDX-License-Identifier: Apache-2.0
import java.util.logging.*;
import org.jshmem.*;

/// Log with the number of the PE
///
/// `oshrun --tag-output` prefixes each line with its PE; `--output-filename NAME` writes a file for each.
/// A program that logs by itself has a logger for each PE, because PEs may share a JVM.
class Logging {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            String name = "PE " + sh.myPe() + "/" + sh.nPes();
            Logger log = Logger.getLogger(name);
            log.setUseParentHandlers(false); // they print to standard error, without the PE
            log.addHandler(new StreamHandler(System.out, new SimpleFormatter() {
                @Override
                public String format(LogRecord line) {
                    return line.getLoggerName() + " " + line.getLevel() + " " + line.getMessage() + "\n";
                }
            }));
            log.info("has begun");
            log.getHandlers()[0].flush();
            if (log.getHandlers().length > 1) throw new AssertionError("another PE logs as " + name);
        });
    }
}
