// SPDX-License-Identifier: Apache-2.0
/// What the JDK has and does not offer: virtual threads on threads of our own, signals, and a module that is loaded
/// late.
package org.jshmem.jdk;
