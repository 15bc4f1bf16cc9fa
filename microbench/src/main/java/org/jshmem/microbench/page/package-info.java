// SPDX-License-Identifier: Apache-2.0
/// The page of a run, from its results: findings in sentences, the fastest algorithms, figures, tables.
package org.jshmem.microbench.page;
