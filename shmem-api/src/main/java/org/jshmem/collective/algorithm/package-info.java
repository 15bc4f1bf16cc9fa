// SPDX-License-Identifier: Apache-2.0
/// The algorithms of all collectives by their names.
package org.jshmem.collective.algorithm;
