// SPDX-License-Identifier: Apache-2.0
/// The teams of a PE: their collectives with checked arguments, their splits, and the teams of active sets.
package org.jshmem.runtime.team;
