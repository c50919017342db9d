import { makeZip } from 'client-zip'
import { saveFile } from '#platform/web/save-file.ts'
import { outputName } from '../../compress.rules.ts'
import type { Picture } from './compress-list.ts'

const NAME = 'compressed-images.zip'

/** Downloads all created files as one ZIP, built in the browser. */
export async function saveZip(pictures: readonly Picture[]): Promise<void> {
  const lastModified = new Date()
  const files = pictures.flatMap(({ base, made }) => made.map((file) => ({ name: outputName(base, file), input: file.blob, lastModified })))
  const zip = await new Response(makeZip(files), { headers: { 'content-type': 'application/zip' } }).blob()
  saveFile(NAME, zip)
}
