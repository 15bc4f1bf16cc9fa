// SPDX-License-Identifier: Apache-2.0
/// The algorithms of the papers whose results are compared. `auto` takes none of them: a program names them, on every
/// backend. They are found as a service, [org.jshmem.collective.choice.AlgorithmService].
package org.jshmem.papers;
