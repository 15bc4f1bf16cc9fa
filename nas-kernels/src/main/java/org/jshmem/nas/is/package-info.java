// SPDX-License-Identifier: Apache-2.0
/// IS, the integer sort of NPB 3.4: ranks keys by exchange of whole buckets.
///
/// | NPB | here |
/// |-|-|
/// | `create_seq` | `IsLoops.generate` |
/// | `rank` | `IsSort.rank` |
/// | the sums of bucket counts and the split of buckets | `IsSort.reduce`, `IsSplit` |
/// | the exchange of keys | `IsExchange` |
/// | partial verification | `IsSort.partialVerify` |
/// | `full_verify` | `IsSort.sorted`, which is collective and uses the counters up |
package org.jshmem.nas.is;
