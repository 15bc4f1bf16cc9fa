// SPDX-License-Identifier: Apache-2.0
/// The numeric loops of the library, and the types of elements they combine.
package org.jshmem.collective.kernel;
