import { statSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

/** A picture with few colors makes a small file, and stays within the tolerance of the comparison. */
const QUALITIES = [90, 75, 60, 45]

/** Rewrites a picture with few colors, and with fewer while its file has more than `max_kb`. */
export async function shrink(path: string, max_kb: number): Promise<void> {
  const original = await sharp(path).png({ palette: false }).toBuffer()
  for (const quality of QUALITIES) {
    writeFileSync(path, await sharp(original).png({ palette: true, quality, effort: 10, compressionLevel: 9 }).toBuffer())
    if (statSync(path).size <= max_kb * 1024) return
  }
}
