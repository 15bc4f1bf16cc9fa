// SPDX-License-Identifier: Apache-2.0
/// The detection of members that make different calls.
package org.jshmem.collective.diagnose;
