// SPDX-License-Identifier: Apache-2.0
/// The paper of Namashivayam et al.: targets, algorithms and measurements as its text describes them.
package org.jshmem.fidelity.namashivayam;
