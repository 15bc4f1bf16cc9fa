// SPDX-License-Identifier: Apache-2.0
/// The algorithms of reduction and of scan.
package org.jshmem.collective.reduce;
