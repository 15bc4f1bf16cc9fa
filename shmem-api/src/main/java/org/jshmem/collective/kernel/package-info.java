// SPDX-License-Identifier: Apache-2.0
/// The numeric loops of the library, and the types of their elements.
package org.jshmem.collective.kernel;
