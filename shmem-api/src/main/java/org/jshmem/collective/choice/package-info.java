// SPDX-License-Identifier: Apache-2.0
/// The choice of algorithms: tables of rows with their costs, and the measured costs that decide between them.
package org.jshmem.collective.choice;
