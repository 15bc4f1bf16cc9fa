// SPDX-License-Identifier: Apache-2.0
/// A block from each to each.
package org.jshmem.collective.exchange;
