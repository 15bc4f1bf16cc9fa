// SPDX-License-Identifier: Apache-2.0
/// IS, the integer sort of NPB 3.4: ranks keys by exchange of whole buckets.
///
/// | NPB | here |
/// |-|-|
/// | `create_seq` | `IsClass.createSeq` |
/// | `rank` | `Sort.rank` |
/// | partial verification | `Sort.partialVerify` |
/// | `full_verify` | `Sort.fullVerify`, which is collective and uses the counters up |
package org.jshmem.nas.is;
