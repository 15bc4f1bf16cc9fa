// SPDX-License-Identifier: Apache-2.0
/// Made of results: the page, and the commands `report` and `judge`.
package org.jshmem.microbench.page;
