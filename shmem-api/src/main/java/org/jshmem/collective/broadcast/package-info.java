// SPDX-License-Identifier: Apache-2.0
/// One to all.
package org.jshmem.collective.broadcast;
