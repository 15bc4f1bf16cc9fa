// SPDX-License-Identifier: Apache-2.0
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/// What Heat2d, KMeans and NBody draw on: a picture that becomes a PNG file in the current folder. `oshrun` compiles it
/// with them, because it stands next to them; a copy of one of them needs a copy of this file.
class Picture extends BufferedImage {
    Picture(int width, int height) {
        super(width, height, TYPE_INT_RGB);
    }

    void write(String name) throws IOException {
        Path file = Path.of(name).toAbsolutePath();
        ImageIO.setUseCache(false);
        try (var out = Files.newOutputStream(file)) {
            ImageIO.write(this, "png", out);
        } catch (IOException e) {
            throw new IOException("cannot write " + file + "; start in a folder that you may write to", e);
        }
    }
}
