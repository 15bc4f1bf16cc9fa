// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.fidelity.Board.ClaimValue;
import org.junit.jupiter.api.Test;

class ClaimTest {
    private static Claim claim(Double printed, Double low, Double high, Claim.Role role) {
        var interval = new Claim.Interval(printed, low, high, "x");
        return new Claim("X-1", "1", "so it is", "it", interval, role, false, "oshrun it", null, null, null, null);
    }

    private static Claim number(double printed, double low, double high) {
        return claim(printed, low, high, Claim.Role.PREDICTED);
    }

    @Test
    void aNumberOrARangeAgreesByTheOwnValueAndAnOrderingByAllValues() {
        assertTrue(new ClaimValue(number(1, 0.9, 1.1), 1.05, 0.8, 1.5).agrees());
        assertFalse(new ClaimValue(number(1, 0.9, 1.1), 1.2, 1, 1.5).agrees());
        Claim ordering = claim(null, null, 0.999, Claim.Role.PREDICTED);
        assertTrue(new ClaimValue(ordering, 0.9, 0.8, 0.99).agrees());
        assertFalse(new ClaimValue(ordering, 0.9, 0.8, 1).agrees(), "a variation has a tie");
        assertTrue(new ClaimValue(claim(null, 2.0, 3.6, Claim.Role.PREDICTED), 3, 2.8, 3.7).agrees(), "a range");
    }

    @Test
    void theFactorIsTheSameOnBothSidesOfANumber() {
        assertEquals(2, number(10, 9, 11).interval().factor(20), 1e-9);
        assertEquals(2, number(10, 9, 11).interval().factor(5), 1e-9);
        assertEquals(Double.POSITIVE_INFINITY, number(10, 9, 11).interval().factor(-1), 1e-9);
        assertTrue(Double.isNaN(
                claim(null, 1.0, null, Claim.Role.FITTED).interval().factor(2)));
        assertTrue(
                Double.isNaN(claim(0.0, null, 5.0, Claim.Role.FITTED).interval().factor(2)), "nothing over zero");
    }

    @Test
    void theSummaryCountsEachRoleWithTheFactorsOfItsNumbersAndAFitHasNone() {
        List<ClaimValue> outcomes = List.of(
                new ClaimValue(number(1, 0.9, 1.1), 1, 1, 1),
                new ClaimValue(number(1, 0.9, 1.1), 4, 4, 4),
                new ClaimValue(number(1, 0.9, 1.1), Double.NaN, Double.NaN, Double.NaN),
                new ClaimValue(claim(1.0, 0.5, 3.0, Claim.Role.FITTED), 2, 2, 2));
        assertEquals(
                "predicted: 1 of 3 agree, 1 not run (factor over 2: median 2.50, worst 4.00); fitted: 1 of 1 agree",
                BoardPage.summary(outcomes));
    }

    @Test
    void blindAndWithdrawnPredictionsAreCountedApartAndAClaimThatCannotFailIsNoAgreement() {
        Claim.Interval one = new Claim.Interval(1.0, 0.9, 1.1, "x");
        Claim blind =
                new Claim("X-2", "1", "so", "it", one, Claim.Role.PREDICTED, true, "oshrun it", null, null, null, null);
        Claim certain = new Claim(
                "X-3", "1", "so", "it", one, Claim.Role.LOOKED_AT, false, "oshrun it", "by design", null, null, null);
        Claim gone =
                new Claim("X-4", "1", "so", "it", one, Claim.Role.PREDICTED, true, "oshrun it", null, "no", null, null);
        assertEquals(
                "predicted: 2 of 2 agree (factor over 2: median 1.00, worst 1.00);"
                        + " of them blind: 1 of 1 agree (factor over 1: median 1.00, worst 1.00); cannot fail: 1;"
                        + " with 1 withdrawn: predicted: 2 of 3 agree (factor over 3: median 1.00, worst 9.00);"
                        + " of them blind: 1 of 2 agree (factor over 2: median 5.00, worst 9.00)",
                BoardPage.summary(List.of(
                        new ClaimValue(number(1, 0.9, 1.1), 1, 1, 1),
                        new ClaimValue(blind, 1, 1, 1),
                        new ClaimValue(certain, 1, 1, 1),
                        new ClaimValue(gone, 9, 9, 9))));
    }

    @Test
    void aMechanismCountsIfItsAblationBreaksAClaimAndAgreesIfAllItsClaimsDo() {
        var one = new Claim.Interval(1.0, 0.9, 1.1, "x");
        var outcomes = Stream.of("c=0:1:2", "c=0:3:3", "flags:1:2", "port:1:1", "nothing:2:1")
                .map(text -> text.split(":"))
                .map(w -> new ClaimValue(
                        new Claim("X", "1", "so", "it", one, Claim.Role.PREDICTED, false, "", null, null, w[0], null),
                        Double.parseDouble(w[1]),
                        1,
                        1,
                        Double.parseDouble(w[2])))
                .toList();
        assertEquals(
                "1 of 2 mechanisms agree in all their claims (c=0 1 of 2, flags 1 of 1);"
                        + " no evidence: 1 claims that agree without any",
                BoardPage.mechanisms(outcomes));
    }

    @Test
    void anIntervalHasWhatItsSentencePrints() {
        assertEquals("25 (20..30)", number(25, 20, 30).interval().toString());
        assertEquals("4", number(4, 4, 4).interval().toString());
        assertEquals(
                "<= 0.999",
                claim(null, null, 0.999, Claim.Role.FITTED).interval().toString());
        assertEquals(
                "2 (>= 2)", claim(2.0, 2.0, null, Claim.Role.FITTED).interval().toString());
    }
}
