#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# own-java.sh FOLDER NAME TIME: adds a Java of its own, by jlink from the JDK of the build, to a copy of the unpacked
# archive in FOLDER, makes its class archives, and packs it as NAME-linux-MACHINE.tar.gz. All files are of this TIME.
# Equal builds make equal files, except the class archives.
set -eu
fail() {
  echo "dist: the archive with Java cannot be made: $*; leave out -Pdist and -Plong, or build on another machine" >&2
  exit 1
}
folder=$1
machine=$(uname -m)
archive=$2-linux-$machine.tar.gz
stage=$(dirname "$archive")/with-java
name=$(basename "$folder")
loader=/lib64/ld-linux-x86-64.so.2
[ "$machine" != aarch64 ] || loader=/lib/ld-linux-aarch64.so.1
[ -e "$loader" ] || fail "this machine is $machine without $loader, and needs glibc on x86_64 or aarch64"
jdk=$("$folder/bin/oshrun" --version | sed 's/.*(\(.*\))$/\1/')
[ -x "$jdk/bin/jlink" ] || fail "$jdk has no bin/jlink"
rm -rf "$stage"
mkdir -p "$stage"
cp -a "$folder" "$stage/$name"

# what programs use: the platform, the compiler for PROGRAM.java, jshell, and the tools that look at running JVMs.
# Not compressed, since a compressed image is slower to read and the archive is compressed anyway. ct.sym is for
# javac --release alone. jlink writes in the order of a Set.of, which a JVM chooses by its clock, unless it records for a cache
"$jdk/bin/jlink" -J-XX:AOTMode=record -J-XX:AOTConfiguration="$stage/recorded" -J-Xlog:disable --add-modules java.se,jdk.compiler,jdk.jshell,jdk.incubator.vector,jdk.jfr,jdk.unsupported,jdk.zipfs,jdk.net,jdk.charsets,jdk.management,jdk.attach,jdk.jcmd,jdk.jdwp.agent \
  --no-header-files --no-man-pages --strip-native-debug-symbols exclude-debuginfo-files --exclude-files='**/ct.sym' \
  --output "$stage/$name/java" >"$stage/jlink.txt"

echo "OS_ARCH=\"$machine\"" >>"$stage/$name/java/release" # as in a JDK's; bin/oshrun compares it

# a class archive remembers its jars by their places below the folder, their sizes and their times, which tar keeps
find "$stage/$name" -exec touch -h -d "$3" {} +
env -u JSHMEM_JAVA_HOME JAVA_HOME= "$stage/$name/bin/oshrun" doctor >"$stage/doctor.txt" || [ $? = 1 ]
for made in jshmem.jsa sim.jsa; do
  [ -f "$stage/$name/java/cds/$made" ] || fail "its $made is not made, see $stage/doctor.txt"
done
rm -f "$stage/$name/java/cds/none"
tar -C "$stage" -c --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX --mtime="$3" "$name" | gzip -9 >"$archive"
printf '%s: %s MB, unpacked %s MB\n' "$(basename "$archive")" "$(($(stat -c %s "$archive") / 1000000))" "$(du -sm "$stage/$name" | cut -f1)"
