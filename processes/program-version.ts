import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })

/** The version in package.json. Every process starts in the folder of the checkout. */
export const programVersion = (): string => manifest.parse(JSON.parse(readFileSync('package.json', 'utf8'))).version
