import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Run by svg-trial.ts: draws the SVG at its argument's path as wide as the widest preview, and throws the picture away. */
const WIDEST = 1200
const TALLEST = 2400
const SVG_DENSITY = 72
const DENSITY_MOST = 100_000

const bytes = readFileSync(process.argv[2]!)
const { width, height } = await sharp(bytes).metadata()
const density = Math.min(DENSITY_MOST, Math.max(1, SVG_DENSITY * Math.min(WIDEST / width, TALLEST / height)))
await sharp(bytes, { density, limitInputPixels: 100_000_000 }).resize(WIDEST, TALLEST, { fit: 'inside' }).raw().toBuffer()
