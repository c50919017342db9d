import type { StatedOrigin } from '#catalogue/origin.rules.ts'
import type { AssetFields, Category } from '#catalogue/rules.ts'
import { baseName, distinct } from './suggest-words.ts'

/** The fields of the asset, with the tags as typed, separated by commas, and '' until its artist has stated the origin. */
export type Words = Omit<AssetFields, 'tags' | 'origin'> & { tags: string; origin: StatedOrigin | '' }

/** An asset to be created from the files of one name. Its id becomes the asset's id, so sending it twice creates one asset. */
export type Draft = Words & {
  id: string
  name: string
  /** An object URL of a small picture, if one could be made. */
  picture?: string
  ticked: boolean
  /** The artist has clicked Upload, so its waiting files are sent. */
  sent: boolean
  files: DraftFile[]
}

export type FileState = 'waiting' | 'sending' | 'lost' | 'refused' | 'processing' | 'ready' | 'failed'
export type DraftFile = {
  key: string
  file: File
  format: string
  state: FileState
  /** From 0 to 1, first of the upload, then of the processing. */
  done: number
  error?: string | undefined
  /** The id on the server, once uploaded. */
  file_id?: string
  /** How many times the connection was lost. */
  lost: number
}

export type Change =
  | { is: 'add'; name: string; words: Words; file: DraftFile; id: string }
  | { is: 'words'; id: string; words: Partial<Words & Pick<Draft, 'ticked' | 'picture'>> }
  | { is: 'bulk'; category?: Category; origin?: StatedOrigin; tags: readonly string[] }
  | { is: 'send' }
  | { is: 'file'; key: string; file: Partial<DraftFile> }
  | { is: 'remove'; keys: readonly string[] }

const SENT_AT_ONCE = 3

export function change(drafts: readonly Draft[], made: Change): readonly Draft[] {
  switch (made.is) {
    case 'add':
      return add(drafts, made)
    case 'words':
      return drafts.map((draft) => (draft.id === made.id ? { ...draft, ...made.words } : draft))
    case 'bulk':
      return bulk(drafts, made)
    case 'send':
      return drafts.map((draft) => (isComplete(draft) ? { ...draft, sent: true } : draft))
    case 'file':
      return eachFile(drafts, (file) => (file.key === made.key ? { ...file, ...made.file } : file))
    case 'remove':
      return drafts
        .map((draft) => ({ ...draft, files: draft.files.filter(({ key }) => !made.keys.includes(key)) }))
        .filter(({ files }) => files.length > 0)
  }
}

/** Nothing is sent before the artist has given it a title and stated its origin. */
export const isComplete = ({ title, origin }: Words): boolean => title.trim() !== '' && origin !== ''

const eachFile = (drafts: readonly Draft[], of: (file: DraftFile) => DraftFile) =>
  drafts.map((draft) => ({ ...draft, files: draft.files.map(of) }))

/** Files with the same name and different formats form one asset, unless it is already being sent. So do files of a saved draft. */
function add(drafts: readonly Draft[], { id, name, words, file }: Extract<Change, { is: 'add' }>): readonly Draft[] {
  const stem = baseName(name)
  const joined =
    drafts.find((draft) => draft.id === id) ??
    drafts.find((draft) => draft.name === stem && !draft.sent && draft.files.every(({ format }) => format !== file.format))
  if (!joined) return [...drafts, { ...words, id, name: stem, ticked: false, sent: false, files: [file] }]
  return drafts.map((draft) => (draft === joined ? { ...draft, files: [...draft.files, file] } : draft))
}

/** Applies to the ticked drafts, or to all if none is ticked. Drafts that are being sent stay unchanged. */
function bulk(drafts: readonly Draft[], { category, origin, tags }: Extract<Change, { is: 'bulk' }>): readonly Draft[] {
  const chosen = new Set(chosenOf(drafts).map(({ id }) => id))
  return drafts.map((draft) =>
    chosen.has(draft.id)
      ? {
          ...draft,
          category: category ?? draft.category,
          origin: origin ?? draft.origin,
          tags: distinct([...draft.tags.split(','), ...tags]).join(', ')
        }
      : draft
  )
}

export function chosenOf(drafts: readonly Draft[]): Draft[] {
  const open = drafts.filter(mayWrite)
  return open.some(({ ticked }) => ticked) ? open.filter(({ ticked }) => ticked) : open
}

/** Fields can change until the first file is sent. */
export const mayWrite = ({ files }: Draft): boolean =>
  files.every(({ state, file_id }) => !file_id && (state === 'waiting' || state === 'refused'))

const isSending = ({ state }: DraftFile): boolean => state === 'sending'

/** Returns the files to send now: a few at the same time, but only one per asset. */
export function nextToSend(drafts: readonly Draft[]): { draft: Draft; file: DraftFile }[] {
  const free = SENT_AT_ONCE - filesOf(drafts).filter(isSending).length
  return drafts
    .filter(({ sent, files }) => sent && !files.some(isSending))
    .flatMap((draft) => {
      const file = draft.files.find(({ state }) => state === 'waiting')
      return file ? [{ draft, file }] : []
    })
    .slice(0, Math.max(0, free))
}

export const filesOf = (drafts: readonly Draft[]): DraftFile[] => drafts.flatMap(({ files }) => files)

/** True if leaving the page would lose files. Files that are only being processed are safe on the server. */
export const isUnsaved = (drafts: readonly Draft[]): boolean =>
  filesOf(drafts).some(({ state }) => state === 'waiting' || state === 'sending' || state === 'lost')

export const sameFile = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** The fields of a draft without what belongs to this page. */
export function wordsOf({ id: _id, name: _name, picture: _picture, ticked: _ticked, sent: _sent, files: _files, ...words }: Draft): Words {
  return words
}
