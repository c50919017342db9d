import { statSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/** Few enough colors for a small file, and enough that the picture stays within the tolerance of the comparison. */
const COLORS = [96, 64, 48, 32]

/** Rewrites a picture with few colors, and with fewer while its file has more than `max_kb`. */
export async function shrink(path: string, max_kb: number): Promise<void> {
  const original = await sharp(path).toBuffer()
  for (const colors of COLORS) {
    writeFileSync(path, await sharp(original).png({ palette: true, colors, dither: 0.4, effort: 10, compressionLevel: 9 }).toBuffer())
    if (statSync(path).size <= max_kb * 1024) return
  }
}
