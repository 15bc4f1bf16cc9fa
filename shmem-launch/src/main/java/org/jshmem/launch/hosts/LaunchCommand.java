// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.launch.job.ArgumentFile;
import org.jshmem.launch.job.PeCommand;
import org.jshmem.launch.system.Processes;
import org.jshmem.launch.system.Refused;

/// The command that runs [HostMain] on a host.
///
/// @param template command that reaches a host; `{host}` in it, or its end, takes the host; quoted words may have
/// spaces
/// @param variables variables of the launcher; the remote process gets those that configure UCX, as a remote shell has
/// its own
/// @param command command to run on the host
public record LaunchCommand(String template, Map<String, String> variables, List<String> command) {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s\"']+)");

    /// The command for one host, in a session of its own, so that the terminal's signals to the launcher do not
    /// reach the agent.
    ProcessBuilder on(String host) {
        checkCommand();
        List<String> words = new ArrayList<>(PeCommand.apart());
        words.addAll(words(host));
        return new ProcessBuilder(words);
    }

    /// The words that reach a host, as a user types them: `ssh -x a`.
    String reach(String host) {
        return String.join(" ", agent(host));
    }

    /// Refuses a command that does not exist. Otherwise `setsid`, which begins the session, would fail without
    /// naming it.
    private void checkCommand() {
        String name = split(template).getFirst();
        if (name.contains("/") ? Files.isExecutable(Path.of(name)) : Processes.isOnPath(name)) return;
        throw new Refused("--launch-agent '%s': the command %s%s; install it, or give another command"
                .formatted(template, name, name.contains("/") ? " cannot be executed" : " is not on the PATH"));
    }

    private List<String> agent(String host) {
        List<String> agent = split(template);
        boolean named = template.contains("{host}");
        agent.replaceAll(word -> word.replace("{host}", host));
        if (!named) agent.add(host);
        return agent;
    }

    List<String> words(String host) {
        List<String> agent = agent(host);
        boolean shell = agent.stream().anyMatch(word -> new File(word).getName().matches("ssh|rsh"));
        for (String word : there())
            agent.add(shell ? ArgumentFile.pasted(word) : word); // a remote shell splits it again
        return agent;
    }

    private List<String> there() {
        List<String> there = new ArrayList<>();
        variables.forEach((name, value) -> {
            if (name.startsWith("UCX_")) there.add(name + "=" + value);
        });
        if (!there.isEmpty()) there.addFirst("env");
        there.addAll(command);
        return there;
    }

    private static List<String> split(String template) {
        List<String> words = new ArrayList<>();
        Matcher m = WORD.matcher(template);
        int end = 0;
        while (m.find()) {
            if (!template.substring(end, m.start()).isBlank()) throw unbalanced(template);
            boolean joined = m.start() == end && end > 0;
            String word = m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3);
            if (joined) words.add(words.removeLast() + word);
            else words.add(word);
            end = m.end();
        }
        if (words.isEmpty() || !template.substring(end).isBlank()) throw unbalanced(template);
        return words;
    }

    private static Refused unbalanced(String template) {
        return new Refused("--launch-agent '%s' is not a command; give words, in quotes where they have spaces"
                .formatted(template));
    }
}
