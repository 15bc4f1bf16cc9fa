// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.settings;

import java.util.Locale;

/// The notation of texts in JSON (RFC 8259).
public final class JsonText {
    private JsonText() {}

    /// A text as a JSON string.
    public static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') json.append('\\').append(c);
            else if (c < ' ') json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            else json.append(c);
        }
        return json.append('"').toString();
    }
}
