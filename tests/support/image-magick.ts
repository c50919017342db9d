import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  AlphaAction,
  type IMagickImage,
  ImageMagick,
  initializeImageMagick,
  MagickColor,
  MagickFormat,
  MagickGeometry
} from '@imagemagick/magick-wasm'

/* ImageMagick is another program than the one that draws our pictures, so that tests do not compare it with itself. */

let started: Promise<void> | undefined

function start(): Promise<void> {
  started ??= initializeImageMagick(readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))))
  return started
}

type Alteration = { format: MagickFormat; change(image: IMagickImage): void }

/** JPEG has no transparency. */
function flatten(image: IMagickImage): void {
  image.backgroundColor = new MagickColor('#ffffff')
  image.alpha(AlphaAction.Remove)
}

const SHARES_CROPPED = 0.025

/** What happens to a picture before it turns up elsewhere. */
const CHANGES = {
  resized: { format: MagickFormat.Png, change: (image) => image.resize(200, 200) },
  'JPEG 40': {
    format: MagickFormat.Jpeg,
    change: (image) => {
      flatten(image)
      image.quality = 40
    }
  },
  WEBP: { format: MagickFormat.WebP, change: () => {} },
  'cropped by 5 %': {
    format: MagickFormat.Png,
    change: (image) => {
      const [x, y] = [Math.round(image.width * SHARES_CROPPED), Math.round(image.height * SHARES_CROPPED)]
      image.crop(new MagickGeometry(x, y, image.width - 2 * x, image.height - 2 * y))
    }
  },
  border: {
    format: MagickFormat.Png,
    change: (image) => {
      flatten(image)
      image.borderColor = new MagickColor('#222222')
      image.border(20, 20)
    }
  },
  gray: { format: MagickFormat.Png, change: (image) => image.grayscale() }
} satisfies Record<string, Alteration>

export type AlterationName = keyof typeof CHANGES
export const ALTERATIONS = Object.keys(CHANGES) as AlterationName[]

/** Returns the picture as ImageMagick alters it. */
export async function alter(picture: Uint8Array, name: AlterationName): Promise<Buffer> {
  await start()
  const { format, change }: Alteration = CHANGES[name]
  return ImageMagick.read(picture, (image) => {
    change(image)
    return image.write(format, (data) => Buffer.from(data))
  })
}
