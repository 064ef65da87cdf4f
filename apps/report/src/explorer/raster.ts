// Thousands of lines, drawn into an image pixel by pixel: a canvas takes ten times as long for them, and says nothing of the
// time it takes. Lines run from left to right and are drawn column by column, with smooth edges.
import type { Rgb } from "../colour/map";

const opaque = 0xff000000;
const redAndBlue = 0xff00ff;
const green = 0x00ff00;

export class Raster {
  readonly image: ImageData;
  private readonly pixels: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  fill([r, g, b]: Rgb): void {
    this.pixels.fill(opaque | (b << 16) | (g << 8) | r);
  }

  copy(other: Raster): void {
    this.pixels.set(other.pixels);
  }

  /** A stroke from (x0, y0) to (x1, y1), x0 and x1 whole and x0 < x1, `thick` pixels wide, 1 or more. */
  stroke(x0: number, y0: number, x1: number, y1: number, [r, g, b]: Rgb, alpha: number, thick: number): void {
    const { pixels, width, height } = this;
    const [ink, inkGreen] = [(b << 16) | r, g << 8];
    const slope = (y1 - y0) / (x1 - x0);
    const half = (thick / 2) * Math.sqrt(1 + slope * slope);
    const most = 256 * alpha;
    for (let x = x0; x < x1; ++x) {
      const middle = y0 + (x + 0.5 - x0) * slope;
      const low = Math.max(middle - half, 0);
      const high = Math.min(middle + half, height);
      for (let row = Math.floor(low); row < high; ++row) {
        // How much of the pixel is covered, of 256.
        const share = (most * (Math.min(row + 1, high) - Math.max(row, low))) | 0;
        const at = row * width + x;
        const before = pixels[at]!;
        const rest = 256 - share;
        pixels[at] =
          opaque |
          (((Math.imul(before & redAndBlue, rest) + Math.imul(ink, share)) >>> 8) & redAndBlue) |
          (((Math.imul(before & green, rest) + Math.imul(inkGreen, share)) >>> 8) & green);
      }
    }
  }
}
