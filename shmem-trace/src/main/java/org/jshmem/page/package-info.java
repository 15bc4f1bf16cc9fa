// SPDX-License-Identifier: Apache-2.0
/// Pages of results and of traces: one HTML file each, which needs no network.
package org.jshmem.page;
