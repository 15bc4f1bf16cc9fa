// SPDX-License-Identifier: Apache-2.0
/// All tables of algorithms: the only package that imports every collective.
package org.jshmem.collective.catalog;
