// SPDX-License-Identifier: Apache-2.0
/// The detection of members that make different calls, or wait for each other in a circle.
package org.jshmem.collective.diagnose;
