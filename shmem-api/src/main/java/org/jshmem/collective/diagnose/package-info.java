// SPDX-License-Identifier: Apache-2.0
/// What is wrong when members make different calls, or wait for each other in a circle.
package org.jshmem.collective.diagnose;
