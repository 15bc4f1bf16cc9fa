#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# own-java.sh FOLDER ARCHIVE: adds a Java of its own, by jlink from the JDK of the build, to a copy of the unpacked
# archive in FOLDER, makes its class archives, and packs it as ARCHIVE.
set -eu
folder=$1
archive=$2
stage=$(dirname "$archive")/with-java
name=$(basename "$folder")
jdk=$("$folder/bin/oshrun" --version | sed 's/.*(\(.*\))$/\1/')
rm -rf "$stage"
mkdir -p "$stage"
cp -a "$folder" "$stage/$name"

# what programs use: the platform, the compiler for PROGRAM.java, jshell, and the tools that look at running JVMs.
# Not compressed, since a compressed image is slower to read and the archive is compressed anyway. ct.sym is for
# javac --release alone
"$jdk/bin/jlink" --add-modules java.se,jdk.compiler,jdk.jshell,jdk.incubator.vector,jdk.jfr,jdk.unsupported,jdk.zipfs,jdk.net,jdk.charsets,jdk.management,jdk.attach,jdk.jcmd,jdk.jdwp.agent \
  --no-header-files --no-man-pages --strip-native-debug-symbols exclude-debuginfo-files --exclude-files='**/ct.sym' \
  --output "$stage/$name/java"

# a class archive remembers its jars by their places below the folder, their sizes and their times, which tar keeps
env -u JSHMEM_JAVA_HOME JAVA_HOME= "$stage/$name/bin/oshrun" doctor >"$stage/doctor.txt" || [ $? = 1 ]
for made in jshmem.jsa sim.jsa; do [ -f "$stage/$name/java/cds/$made" ]; done
tar -C "$stage" -c --sort=name --owner=0 --group=0 --numeric-owner "$name" | gzip -9 >"$archive"
printf '%s: %s MB, unpacked %s MB\n' "$(basename "$archive")" "$(($(stat -c %s "$archive") / 1000000))" "$(du -sm "$stage/$name" | cut -f1)"
