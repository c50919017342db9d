import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import createCore, { type TessBaseApi, type TesseractCore } from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js'

/** A word that was read. `confidence` is of 100. */
export type ReadWord = { text: string; confidence: number }

const LANGUAGE = 'eng'
const DATA = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'
/** The neural network only. */
const ENGINE = 1
const INPUT = '/input'
/** `tessedit_pageseg_mode` 7: a single line. */
const VARIABLES = { tessedit_pageseg_mode: '7', user_defined_dpi: '150', debug_file: '/dev/null' }
const WORD_LEVEL = '5'

let opened: Promise<{ core: TesseractCore; api: TessBaseApi }> | undefined

/** Returns the words in a PNG. Its data and its program are files of this installation; nothing is fetched. */
export async function recognize(png: Uint8Array): Promise<ReadWord[]> {
  opened ??= open()
  const { core, api } = await opened
  core.FS.writeFile(INPUT, png)
  if (api.SetImageFile(1, 0) === 1) throw new Error('The reader cannot open this picture.')
  api.Recognize(null)
  return wordsOf(api.GetTSVText(0))
}

async function open() {
  const core = await createCore({})
  const packed = await readFile(createRequire(import.meta.url).resolve(DATA))
  core.FS.writeFile(`${LANGUAGE}.traineddata`, await promisify(gunzip)(packed))
  const api = new core.TessBaseAPI()
  if (api.Init(null, LANGUAGE, ENGINE) !== 0) throw new Error('The reader could not be started.')
  for (const [name, value] of Object.entries(VARIABLES)) api.SetVariable(name, value)
  return { core, api }
}

/** A row of the reader's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordsOf(tsv: string): ReadWord[] {
  return tsv.split('\n').flatMap((row) => {
    const columns = row.split('\t')
    const text = (columns[11] ?? '').trim()
    return columns[0] === WORD_LEVEL && text !== '' ? [{ text, confidence: Number(columns[10]) }] : []
  })
}
