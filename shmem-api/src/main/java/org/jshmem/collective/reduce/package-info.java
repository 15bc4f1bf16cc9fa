// SPDX-License-Identifier: Apache-2.0
/// Combining to all, and with all before.
package org.jshmem.collective.reduce;
