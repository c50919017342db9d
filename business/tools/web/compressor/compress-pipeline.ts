import { COMPRESS_WIDTHS, type CompressTarget, heightAt } from '../../compress.rules.ts'
import { encode, type Pixels, resizeTo } from './compress-codecs.ts'

export type Encoded = CompressTarget & { height: number; bytes: Uint8Array<ArrayBuffer> }

/** Starts with the smallest width, so that results appear quickly. */
const ORDER = COMPRESS_WIDTHS.toReversed()

/** Scales every width from the original, not from another result. */
export const scaled = (original: Pixels) => (width: number) => resizeTo({ width, height: heightAt(width, original) }, original)

/** Creates the requested files one after another. Independent of the browser. */
export async function* compress(
  pixelsAt: (width: number) => Pixels | Promise<Pixels>,
  { targets, quality }: { targets: readonly CompressTarget[]; quality: number }
): AsyncGenerator<Encoded> {
  for (const width of ORDER) {
    const wanted = targets.filter((target) => target.width === width)
    if (wanted.length === 0) continue
    const pixels = await pixelsAt(width)
    for (const { type } of wanted.toReversed()) {
      yield { width, height: pixels.height, type, bytes: await encode(type, pixels, quality) }
    }
  }
}
