// SPDX-License-Identifier: Apache-2.0
/// `oshrun doctor`: checks whether this machine can run jobs, and prints remedies.
package org.jshmem.launch.doctor;
