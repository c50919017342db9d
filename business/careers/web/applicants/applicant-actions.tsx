import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { Applicant } from '../../contract.ts'
import { APPLICANT_STATES, STATE_LABELS } from '../../rules.ts'
import css from './applicants-page.module.css'
import { type FileName, openFile } from './open-file.ts'
import { nameOf, type OpenDialog, stateIn, useApplicantAction } from './use-applicant-action.ts'

export function ApplicantActions({ applicant, onOpen }: { applicant: Applicant; onOpen: (open: OpenDialog) => void }) {
  const { id, gov_id_verified, has_gov_id, notes } = applicant
  const { busy, status, run } = useApplicantAction(id)
  const name = nameOf(applicant)
  const choose = (value: string) => {
    const chosen = stateIn(value)
    if (chosen) onOpen({ applicant, kind: 'status', status: chosen })
  }
  return (
    <div className={css['actions']}>
      {has_gov_id && <OpenButton applicant={applicant} file="gov-id" words="ID" />}
      {has_gov_id && (
        <Button
          type="button"
          small
          disabled={busy}
          aria-label={`${gov_id_verified ? 'Unverify' : 'Verify ID'} of ${name}`}
          onClick={() => run({ intent: 'verify', gov_id_verified: !gov_id_verified })}
        >
          {gov_id_verified ? 'Unverify' : 'Verify ID'}
        </Button>
      )}
      <OpenButton applicant={applicant} file="resume" words="Resume" />
      <select
        className={css['select']}
        aria-label={`Status of ${name}`}
        value={status ?? applicant.status}
        disabled={busy}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {APPLICANT_STATES.map((state) => (
          <option key={state} value={state}>
            {STATE_LABELS[state]}
          </option>
        ))}
      </select>
      <Button type="button" small disabled={busy} aria-label={`Notes on ${name}`} onClick={() => onOpen({ applicant, kind: 'notes' })}>
        Notes{notes && ' •'}
      </Button>
      <Button
        type="button"
        small
        kind="quiet"
        className={css['delete']}
        disabled={busy}
        aria-label={`Delete ${name}`}
        onClick={() => onOpen({ applicant, kind: 'delete' })}
      >
        Delete
      </Button>
    </div>
  )
}

type OpenButtonProps = { applicant: Applicant; file: FileName; words: string }

function OpenButton({ applicant, file, words }: OpenButtonProps) {
  const [state, setState] = useState<{ busy: boolean; failure?: string | undefined }>({ busy: false })
  const original = file === 'gov-id' ? applicant.gov_id_original : applicant.resume_original
  const notice = file === 'gov-id' ? applicant.gov_id_notice : applicant.resume_notice
  const open = async () => {
    setState({ busy: true })
    setState({ busy: false, failure: await openFile(applicant.id, file, original ?? words) })
  }
  return (
    <>
      <Button
        type="button"
        small
        busy={state.busy}
        title={original ?? undefined}
        aria-label={`Open ${words} of ${nameOf(applicant)}`}
        onClick={() => void open()}
      >
        Open {words}
      </Button>
      {notice && <span className={css['failure']}>{notice}</span>}
      {state.failure && (
        <span className={css['failure']} role="alert">
          {state.failure}
        </span>
      )}
    </>
  )
}
