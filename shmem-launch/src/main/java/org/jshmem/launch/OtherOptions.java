// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import picocli.CommandLine.Option;

/// The options that print something about `oshrun` itself.
final class OtherOptions {
    @Option(
            names = {"-h", "-help", "--help"},
            description = "Print this help and exit")
    boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Print the version and exit")
    boolean version;
}
