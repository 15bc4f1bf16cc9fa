// SPDX-License-Identifier: Apache-2.0
/// Blocks of all to all.
package org.jshmem.collective.gather;
