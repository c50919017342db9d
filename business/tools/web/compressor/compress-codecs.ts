import startPng, { type InitInput, optimise_raw } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js'
import startResize, { resize } from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js'
import encodeWebp, { init as startWebp } from '@jsquash/webp/encode.js'
import type { CompressType } from '../../compress.rules.ts'

/** RGBA, eight bits each, not premultiplied. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }

/** The WebAssembly file of each codec: an address in the browser, bytes in tests. */
export interface CodecFiles {
  resize: InitInput
  png: InitInput
  webp: Parameters<typeof startWebp>[0]
}

/** The default of Squoosh. Higher levels take twice as long and save little. */
const PNG_LEVEL = 2
const LANCZOS3 = 3

export async function startCodecs({ resize, png, webp }: CodecFiles): Promise<void> {
  await Promise.all([startResize(resize), startPng(png), startWebp(webp)])
}

/** Resizes in linear light with premultiplied alpha, which avoids dark seams and color fringes. */
export function resizeTo({ width, height }: { width: number; height: number }, pixels: Pixels): Pixels {
  if (width === pixels.width && height === pixels.height) return pixels
  const { data, width: ownWidth, height: ownHeight } = pixels
  const resized = resize(new Uint8Array(data.buffer), ownWidth, ownHeight, width, height, LANCZOS3, true, true)
  return { data: new Uint8ClampedArray(resized), width, height }
}

/** `quality` applies to WebP, from 0 to 1. PNG is lossless except for the color of fully transparent pixels. */
export async function encode(type: CompressType, { data, width, height }: Pixels, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  if (type === 'png') return new Uint8Array(optimise_raw(data, width, height, PNG_LEVEL, false, true))
  const picture = { data, width, height, colorSpace: 'srgb' } as ImageData
  return new Uint8Array(await encodeWebp(picture, { quality: quality * 100 }))
}
