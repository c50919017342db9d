import type { Category } from '#catalogue/rules.ts'
import { baseName, distinct } from './suggest-words.ts'

/** An asset that is being made of the files of one name. Its id is the asset's from the beginning: sent twice, it is made once. */
export type Draft = {
  id: string
  name: string
  title: string
  description: string
  category: Category
  /** As typed: with commas between. */
  tags: string
  /** The address of a small picture, where one could be made. */
  picture?: string
  ticked: boolean
  /** The artist has sent it: what waits of it goes out. */
  sent: boolean
  files: DraftFile[]
}

export type FileState = 'waiting' | 'sending' | 'lost' | 'refused' | 'processing' | 'ready' | 'failed'
export type DraftFile = {
  key: string
  file: File
  format: string
  state: FileState
  /** 0 to 1, of the bytes and then of the processing. */
  done: number
  error?: string | undefined
  /** On the server. */
  file_id?: string
  /** So often the connection was lost. */
  lost: number
}

export type Words = Pick<Draft, 'title' | 'description' | 'category' | 'tags'>
export type Change =
  | { is: 'add'; name: string; words: Words; file: DraftFile; id: string }
  | { is: 'words'; id: string; words: Partial<Words & Pick<Draft, 'ticked' | 'picture'>> }
  | { is: 'bulk'; category?: Category; tags: readonly string[] }
  | { is: 'send' }
  | { is: 'file'; key: string; file: Partial<DraftFile> }
  | { is: 'remove'; keys: readonly string[] }

const AT_ONCE = 3

export function change(drafts: readonly Draft[], made: Change): readonly Draft[] {
  switch (made.is) {
    case 'add':
      return add(drafts, made)
    case 'words':
      return drafts.map((draft) => (draft.id === made.id ? { ...draft, ...made.words } : draft))
    case 'bulk':
      return bulk(drafts, made)
    case 'send':
      return drafts.map((draft) => (draft.title.trim() === '' ? draft : { ...draft, sent: true }))
    case 'file':
      return eachFile(drafts, (file) => (file.key === made.key ? { ...file, ...made.file } : file))
    case 'remove':
      return drafts
        .map((draft) => ({ ...draft, files: draft.files.filter(({ key }) => !made.keys.includes(key)) }))
        .filter(({ files }) => files.length > 0)
  }
}

const eachFile = (drafts: readonly Draft[], of: (file: DraftFile) => DraftFile) =>
  drafts.map((draft) => ({ ...draft, files: draft.files.map(of) }))

/** Files of one name and different formats make one asset, as long as it is not on its way; so do files of one asset from before a reload. */
function add(drafts: readonly Draft[], { id, name, words, file }: Extract<Change, { is: 'add' }>): readonly Draft[] {
  const stem = baseName(name)
  const joined =
    drafts.find((draft) => draft.id === id) ??
    drafts.find((draft) => draft.name === stem && !draft.sent && draft.files.every(({ format }) => format !== file.format))
  if (!joined) return [...drafts, { ...words, id, name: stem, ticked: false, sent: false, files: [file] }]
  return drafts.map((draft) => (draft === joined ? { ...draft, files: [...draft.files, file] } : draft))
}

/** Whatever is ticked, or all when nothing is; what is on its way keeps its words. */
function bulk(drafts: readonly Draft[], { category, tags }: Extract<Change, { is: 'bulk' }>): readonly Draft[] {
  const chosen = new Set(chosenOf(drafts).map(({ id }) => id))
  return drafts.map((draft) =>
    chosen.has(draft.id)
      ? { ...draft, category: category ?? draft.category, tags: distinct([...draft.tags.split(','), ...tags]).join(', ') }
      : draft
  )
}

export function chosenOf(drafts: readonly Draft[]): Draft[] {
  const open = drafts.filter(mayWrite)
  return open.some(({ ticked }) => ticked) ? open.filter(({ ticked }) => ticked) : open
}

/** Words can change until the first file has left. */
export const mayWrite = ({ files }: Draft): boolean =>
  files.every(({ state, file_id }) => !file_id && (state === 'waiting' || state === 'refused'))

const isUnderWay = ({ state }: DraftFile): boolean => state === 'sending'

/** The files that go out now: a few at once, those of one asset after one another. */
export function nextToSend(drafts: readonly Draft[]): { draft: Draft; file: DraftFile }[] {
  const free = AT_ONCE - filesOf(drafts).filter(isUnderWay).length
  return drafts
    .filter(({ sent, files }) => sent && !files.some(isUnderWay))
    .flatMap((draft) => {
      const file = draft.files.find(({ state }) => state === 'waiting')
      return file ? [{ draft, file }] : []
    })
    .slice(0, Math.max(0, free))
}

export const filesOf = (drafts: readonly Draft[]): DraftFile[] => drafts.flatMap(({ files }) => files)

/** Leaving now would lose this. What only waits for its previews is safe on the server. */
export const isUnsaved = (drafts: readonly Draft[]): boolean =>
  filesOf(drafts).some(({ state }) => state === 'waiting' || state === 'sending' || state === 'lost')

export const sameFile = (a: File, b: File): boolean => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified
