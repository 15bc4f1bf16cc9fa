// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.transport.Memory;

/// The questions of one PE that wait for an answer, by token. Used under the lock of the streams.
final class Questions {
    private final List<Question> all = new ArrayList<>();
    private final ArrayDeque<Question> free = new ArrayDeque<>();

    /// A question and its answer.
    static final class Question {
        final int token;
        volatile boolean open;
        long value;

        // place for the data
        private MemorySegment segment;
        private long to;
        private long left;
        private Marks marks;

        private Question(int token) {
            this.token = token;
        }

        /// Expects data to `segment` from `to` on; the marks count the question as open until `bytes` have
        /// come.
        void data(MemorySegment segment, long to, long bytes, Marks marks) {
            this.segment = segment;
            this.to = to;
            this.left = bytes;
            this.marks = marks;
            marks.asked();
        }

        /// Expects a word for an address; the marks count the question as open until it has come.
        void word(long address, int width, Marks marks) {
            this.to = address;
            this.left = width;
            this.marks = marks;
            marks.asked();
        }
    }

    /// Takes a free question and opens it.
    Question take() {
        Question question = free.poll();
        if (question == null) {
            question = new Question(all.size() + 1);
            all.add(question);
        }
        question.open = true;
        return question;
    }

    /// Frees a question; its token may belong to another one from now on.
    void giveBack(Question question) {
        question.segment = null;
        question.marks = null;
        free.push(question);
    }

    /// Receives an answer that is a word. Returns true if it belongs to a question; token 0 does not.
    boolean answered(int token, long value) {
        if (token == 0) return false;
        Question question = all.get(token - 1);
        if (question.marks != null) {
            Memory.set(question.to, (int) question.left, value);
            question.marks.open.decrementAndGet(); // pairs with the read of it in quiet
            giveBack(question);
            return true;
        }
        question.value = value;
        question.open = false;
        return true;
    }

    /// Receives a part of the data of an answer; `offset` counts from the start of the question's range. Returns
    /// true if the answer is complete.
    boolean answered(int token, long offset, long data, long bytes) {
        Question question = all.get(token - 1);
        long to = question.to + offset;
        MemorySegment dst = question.segment;
        if (dst.isNative()) UntornCopy.copy(data, dst.address() + to, bytes);
        else Memory.copyOut(data, dst, to, bytes);
        question.left -= bytes;
        if (question.left > 0) return false;
        question.marks.open.decrementAndGet();
        question.open = false;
        giveBack(question);
        return true;
    }
}
