import { useState } from 'react'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { FileDrop } from '#platform/web/ui/form/file-drop.tsx'
import { MESSAGES } from '../../rules.ts'
import { type Draft, type DraftFile, filesOf, isComplete, isUnsaved, mayWrite } from './batch.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './create-many.module.css'
import { DraftRow } from './draft-row.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { type SkippedFile, useAddFiles } from './use-add-files.ts'
import { type Batch, useBatch } from './use-batch.ts'
import { type SavedDrafts, useSavedDrafts } from './use-saved-drafts.ts'

/** Uploads many files at the same time. Each becomes an asset, or one of the formats of an asset. */
export function CreateMany({ max_mb, artist }: { max_mb: number; artist: string }) {
  const batch = useBatch()
  const { drafts, dispatch } = batch
  const saved = useSavedDrafts(artist, drafts)
  const { add, skipped, reading } = useAddFiles(batch, saved, max_mb)
  /** Titles and origins are checked once the artist has tried to upload. */
  const [isChecked, setChecked] = useState(false)
  const ready = readyOf(drafts)
  const send = () => {
    setChecked(true)
    dispatch({ is: 'send' })
    const open = ready.find((draft) => !isComplete(draft))
    if (open) document.getElementById(`${open.title.trim() === '' ? 'title' : 'origin'}-${open.id}`)?.focus()
  }
  return (
    <div className={css['many']}>
      <FileDrop
        label="Files"
        name="files"
        accept=".jpg,.jpeg,.png,.webp,.svg,.pdf,.eps"
        hint={`JPG, PNG, WEBP, SVG, PDF, or EPS, at most ${max_mb} MB each. Files with the same name, such as fox.svg and fox.png, become one asset.`}
        onFiles={(files) => void add(files)}
      />
      {saved.missing.length > 0 && reading === 0 && <SavedDraftsNotice saved={saved} />}
      <SkippedFiles skipped={skipped} />
      <SignedOutNotice drafts={drafts} />
      <p className={css['status']} role="status">
        {reading > 0 ? `Reading ${reading} ${reading === 1 ? 'file' : 'files'}…` : summaryOf(drafts)}
      </p>
      {ready.length > 1 && <BulkBar drafts={drafts} dispatch={dispatch} />}
      {drafts.length > 0 && (
        <>
          <ul className={css['rows']} aria-label="Assets to be created">
            {drafts.map((draft) => (
              <DraftRow key={draft.id} draft={draft} batch={batch} isChecked={isChecked} />
            ))}
          </ul>
          <Footer batch={batch} ready={ready.length} onSend={send} />
        </>
      )}
      <LeaveQuestion unsaved={isUnsaved(drafts)} />
    </div>
  )
}

/** Drafts that can be uploaded now. */
const readyOf = (drafts: readonly Draft[]): Draft[] => drafts.filter((draft) => !draft.sent && mayWrite(draft))

function Footer({ batch, ready, onSend }: { batch: Batch; ready: number; onSend: () => void }) {
  const { drafts, remove } = batch
  const outgoing = filesOf(drafts.filter(({ sent }) => sent)).filter(isOutgoing)
  return (
    <div className={css['foot']}>
      {ready > 0 && (
        <Button type="button" kind="main" onClick={onSend}>
          {ready === 1 ? 'Upload 1 asset' : `Upload ${ready} assets`}
        </Button>
      )}
      {outgoing.length > 0 && (
        <Button type="button" onClick={() => remove(outgoing.map(({ key }) => key))}>
          Cancel all
        </Button>
      )}
      <RetryAll batch={batch} />
      {!isUnsaved(drafts) && <LinkButton to="/assets">My Assets</LinkButton>}
    </div>
  )
}

function SkippedFiles({ skipped }: { skipped: readonly SkippedFile[] }) {
  if (skipped.length === 0) return null
  return (
    <Notice tone="warn" title={skipped.length === 1 ? 'One file was skipped.' : `${skipped.length} files were skipped.`}>
      <ul className={css['skipped']}>
        {skipped.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole.
          <li key={index}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Titles, tags, and categories are saved in this tab, so the artist can log in and continue. */
function SignedOutNotice({ drafts }: { drafts: readonly Draft[] }) {
  if (filesOf(drafts).every(({ error }) => error !== MESSAGES.login)) return null
  return (
    <Notice tone="bad">
      {MESSAGES.login}{' '}
      <LinkButton to={`/login?${new URLSearchParams({ next: '/create-asset?many' })}`} small>
        Log in
      </LinkButton>
    </Notice>
  )
}

/** After a reload, lists the files that have to be chosen again. */
function SavedDraftsNotice({ saved: { missing, forget } }: { saved: SavedDrafts }) {
  return (
    <Notice title={missing.length === 1 ? 'Choose one file again to continue.' : `Choose ${missing.length} files again to continue.`}>
      <p>Their titles, tags, and categories are saved. Files that were uploaded are not sent twice: {namesOf(missing)}.</p>
      <Button type="button" kind="quiet" small onClick={forget}>
        Discard them
      </Button>
    </Notice>
  )
}

const NAMES_SHOWN = 5
const namesOf = (names: readonly string[]): string =>
  names.length <= NAMES_SHOWN ? names.join(', ') : `${names.slice(0, NAMES_SHOWN).join(', ')} and ${names.length - NAMES_SHOWN} more`

const isOutgoing = ({ state }: DraftFile): boolean => state === 'waiting' || state === 'sending' || state === 'lost'
const hasProblem = ({ state }: DraftFile): boolean => state === 'refused' || state === 'failed'

/** The overall progress, announced as it changes. */
function summaryOf(drafts: readonly Draft[]): string {
  const files = filesOf(drafts)
  if (files.length === 0) return ''
  const count = (states: readonly string[]) => files.filter(({ state }) => states.includes(state)).length
  const [uploaded, problems, lost] = [count(['processing', 'ready', 'failed']), count(['refused', 'failed']), count(['lost'])]
  const parts = [`${uploaded} of ${files.length} uploaded`]
  if (problems > 0) parts.push(`${problems} with a problem`)
  if (lost > 0) parts.push('waiting for the connection')
  return `${parts.join(', ')}.`
}

function RetryAll({ batch: { drafts, retry } }: { batch: Batch }) {
  const files = filesOf(drafts.filter(({ sent }) => sent)).filter(hasProblem)
  if (files.length < 2) return null
  return (
    <Button
      type="button"
      onClick={() => {
        for (const file of files) retry(file)
      }}
    >
      Retry all {files.length}
    </Button>
  )
}
