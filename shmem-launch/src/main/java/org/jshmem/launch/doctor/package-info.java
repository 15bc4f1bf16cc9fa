// SPDX-License-Identifier: Apache-2.0
/// `oshrun doctor`: whether this machine can run jobs, and what to do where it cannot.
package org.jshmem.launch.doctor;
