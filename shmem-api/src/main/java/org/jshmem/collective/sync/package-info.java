// SPDX-License-Identifier: Apache-2.0
/// Waiting for all members.
package org.jshmem.collective.sync;
