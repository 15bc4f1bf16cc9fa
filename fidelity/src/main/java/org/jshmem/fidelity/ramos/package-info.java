// SPDX-License-Identifier: Apache-2.0
/// The paper of Ramos & Hoefler: targets, algorithms and measurements as its text describes them.
package org.jshmem.fidelity.ramos;
