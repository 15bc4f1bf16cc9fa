// SPDX-License-Identifier: Apache-2.0
/// An algorithm of a collective, and the service by which other modules add theirs.
package org.jshmem.collective.choice;
