import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { FileDrop } from '#platform/web/ui/file-drop.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { pictureOf, refusalOf, suggestDraft } from './add-files.ts'
import { type Draft, type DraftFile, filesOf, isUnsaved, mayWrite, sameFile } from './batch.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './create-many.module.css'
import { DraftRow } from './draft-row.tsx'
import { findKept } from './kept-drafts.ts'
import { type Batch, useBatch } from './use-batch.ts'
import { type Kept, useKept } from './use-kept.ts'

/** Many files at once: each becomes an asset, or one of the formats of an asset. */
export function CreateMany({ max_mb, artist }: { max_mb: number; artist: string }) {
  const batch = useBatch()
  const { drafts, dispatch, remove } = batch
  const kept = useKept(artist, drafts)
  const { add, unwanted, reading } = useAdding(batch, kept, max_mb)
  const [asked, setAsked] = useState(false)
  const unsaved = isUnsaved(drafts)
  const ready = drafts.filter((draft) => !draft.sent && mayWrite(draft))
  const untitled = ready.filter(({ title }) => title.trim() === '')
  const send = () => {
    setAsked(true)
    dispatch({ is: 'send' })
    if (untitled[0]) document.getElementById(`title-${untitled[0].id}`)?.focus()
  }
  const outgoing = drafts.filter(({ sent }) => sent).flatMap(({ files }) => files.filter(isOutgoing))
  return (
    <div className={css['many']}>
      <FileDrop
        label="Files"
        name="files"
        accept=".jpg,.jpeg,.png,.webp,.svg,.pdf,.eps"
        hint={`JPG, PNG, WEBP, SVG, PDF or EPS, at most ${max_mb} MB each. Files of one name, such as fox.svg and fox.png, become one asset.`}
        onFiles={(files) => void add(files)}
      />
      {kept.missing.length > 0 && reading === 0 && <KeptNotice kept={kept} />}
      {unwanted.length > 0 && (
        <Notice tone="warn" title={unwanted.length === 1 ? 'One file was left out.' : `${unwanted.length} files were left out.`}>
          <ul className={css['unwanted']}>
            {unwanted.map(({ name, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
              <li key={index}>
                {name}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p className={css['status']} role="status">
        {reading > 0 ? `Reading ${reading} ${reading === 1 ? 'file' : 'files'}…` : summaryOf(drafts)}
      </p>
      {ready.length > 1 && <BulkBar drafts={drafts} dispatch={dispatch} />}
      {drafts.length > 0 && (
        <ul className={css['rows']} aria-label="Assets to be made">
          {drafts.map((draft) => (
            <DraftRow key={draft.id} draft={draft} batch={batch} asked={asked} />
          ))}
        </ul>
      )}
      {drafts.length > 0 && (
        <div className={css['foot']}>
          {ready.length > 0 && (
            <Button type="button" kind="main" onClick={send}>
              {ready.length === 1 ? 'Upload 1 asset' : `Upload ${ready.length} assets`}
            </Button>
          )}
          {outgoing.length > 0 && (
            <Button type="button" onClick={() => remove(outgoing.map(({ key }) => key))}>
              Cancel all
            </Button>
          )}
          <RetryAll batch={batch} />
          {!unsaved && <LinkButton to="/assets">My Assets</LinkButton>}
        </div>
      )}
      <LeaveQuestion unsaved={unsaved} />
    </div>
  )
}

/** After a reload: which files are wanted again. */
function KeptNotice({ kept: { missing, forget } }: { kept: Kept }) {
  return (
    <Notice title={missing.length === 1 ? 'Choose one file again to go on.' : `Choose ${missing.length} files again to go on.`}>
      <p>Their titles, tags and categories are kept, and what is uploaded is not sent twice: {namesOf(missing)}.</p>
      <Button type="button" kind="quiet" small onClick={forget}>
        Forget them
      </Button>
    </Notice>
  )
}

const NAMED_MOST = 5
const namesOf = (names: readonly string[]): string =>
  names.length <= NAMED_MOST ? names.join(', ') : `${names.slice(0, NAMED_MOST).join(', ')} and ${names.length - NAMED_MOST} more`

const isOutgoing = ({ state }: DraftFile): boolean => state === 'waiting' || state === 'sending' || state === 'lost'
const isWrong = ({ state }: DraftFile): boolean => state === 'refused' || state === 'failed'

/** What has come of the files so far; read aloud as it changes. */
function summaryOf(drafts: readonly Draft[]): string {
  const files = filesOf(drafts)
  if (files.length === 0) return ''
  const count = (states: readonly string[]) => files.filter(({ state }) => states.includes(state)).length
  const [arrived, wrong, lost] = [count(['processing', 'ready', 'failed']), count(['refused', 'failed']), count(['lost'])]
  const parts = [`${arrived} of ${files.length} uploaded`]
  if (wrong > 0) parts.push(`${wrong} with a problem`)
  if (lost > 0) parts.push('waiting for the connection')
  return `${parts.join(', ')}.`
}

function RetryAll({ batch: { drafts, retry } }: { batch: Batch }) {
  const wrong = filesOf(drafts.filter(({ sent }) => sent)).filter(isWrong)
  if (wrong.length < 2) return null
  return (
    <Button
      type="button"
      onClick={() => {
        for (const file of wrong) retry(file)
      }}
    >
      Retry all {wrong.length}
    </Button>
  )
}

type Unwanted = { name: string; why: string }

/** Reads dropped files one after another, so that many do not fill the memory. */
function useAdding({ drafts, dispatch }: Batch, kept: Kept, max_mb: number) {
  const [unwanted, setUnwanted] = useState<Unwanted[]>([])
  const [reading, setReading] = useState(0)
  const pictures = useRef<string[]>([])
  useEffect(() => {
    const made = pictures.current
    return () => {
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [])
  const add = async (files: File[]) => {
    const here = filesOf(drafts).map(({ file }) => file)
    const left: Unwanted[] = []
    const wanted = files.filter((file, index) => {
      const isHere = [...here, ...files.slice(0, index)].some((other) => sameFile(other, file))
      const arrived = findKept(kept.drafts, file)?.file.arrived
      const why = isHere ? 'This file is in the list already.' : arrived ? 'This file is uploaded already.' : refusalOf(file, max_mb)
      if (why) left.push({ name: file.name, why })
      return !why
    })
    setUnwanted(left)
    for (const [index, file] of wanted.entries()) {
      setReading(wanted.length - index)
      const made = await suggestDraft(file, findKept(kept.drafts, file)?.draft)
      dispatch(made)
      const picture = await pictureOf(file)
      if (!picture) continue
      pictures.current.push(picture)
      dispatch({ is: 'words', id: made.id, words: { picture } })
    }
    setReading(0)
  }
  return { add, unwanted, reading }
}

/** Asks before files are lost that have not arrived: at a link of the page, and by the browser at closing the tab. */
function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const leaving = useBlocker(unsaved)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  const footer = (
    <>
      <Button type="button" onClick={() => leaving.reset?.()}>
        Stay
      </Button>
      <Button type="button" kind="danger" onClick={() => leaving.proceed?.()}>
        Leave
      </Button>
    </>
  )
  return (
    <Dialog open={leaving.state === 'blocked'} onClose={() => leaving.reset?.()} title="Leave before all is uploaded?" footer={footer}>
      <p>
        Some files have not arrived yet. Their titles, tags and categories are kept in this tab, the files are not: you choose them again.
        What is uploaded stays in My Assets.
      </p>
    </Dialog>
  )
}
