// SPDX-License-Identifier: Apache-2.0
/// Which algorithm a call takes: tables of rows with their costs, and the prices that decide between them.
package org.jshmem.collective.choice;
