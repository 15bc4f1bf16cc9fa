// SPDX-License-Identifier: Apache-2.0
/// Reports of the program's calls to its listeners, and to a backend that observes own elements.
package org.jshmem.runtime.profile;
