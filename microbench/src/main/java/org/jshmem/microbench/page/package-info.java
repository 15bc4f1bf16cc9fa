// SPDX-License-Identifier: Apache-2.0
/// What is said of results: findings, contests, figures, the page.
package org.jshmem.microbench.page;
