import { makeZip } from 'client-zip'
import { madeName } from '../compress.rules.ts'
import type { Picture } from './compress-list.ts'
import { saveFile } from './save-file.ts'

const NAME = 'compressed-images.zip'

/** All files made, in one ZIP that never leaves the browser. */
export async function saveZip(pictures: readonly Picture[]): Promise<void> {
  const lastModified = new Date()
  const files = pictures.flatMap(({ base, made }) => made.map((file) => ({ name: madeName(base, file), input: file.blob, lastModified })))
  const zip = await new Response(makeZip(files), { headers: { 'content-type': 'application/zip' } }).blob()
  saveFile(NAME, zip)
}
