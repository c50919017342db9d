import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Run by svg-trial.ts: draws the SVG at the path given as argument at the width of the widest preview, and discards the picture. */
const WIDEST = 1200
const TALLEST = 2400
const SVG_DENSITY = 72
const DENSITY_MAX = 100_000

const [, , path = ''] = process.argv
const bytes = readFileSync(path)
const { width, height } = await sharp(bytes).metadata()
const density = Math.min(DENSITY_MAX, Math.max(1, SVG_DENSITY * Math.min(WIDEST / width, TALLEST / height)))
await sharp(bytes, { density, limitInputPixels: 100_000_000 }).resize(WIDEST, TALLEST, { fit: 'inside' }).raw().toBuffer()
