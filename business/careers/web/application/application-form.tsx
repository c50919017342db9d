import { type RefObject, useRef } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { FileDrop, Progress } from '#platform/web/ui/form/file-drop.tsx'
import { ACCEPTED, GOV_ID_MAX_MB, MESSAGES, REJECTED_RETENTION_DAYS, RESUME_MAX_MB } from '../../rules.ts'
import { ApplicationFields } from './application-fields.tsx'
import css from './application-form.module.css'
import type { Refused } from './send-application.ts'
import { useApplication } from './use-application.ts'

type ApplicationFormProps = {
  onDone: () => void
  /** True while the form is being sent. */
  onBusy?: (busy: boolean) => void
  /** The refusal of an earlier submission without JavaScript. */
  refused?: Refused | undefined
  /** Texts typed before the dialog was closed. */
  kept?: RefObject<Readonly<Record<string, string>>>
}

/** Sends the form with progress. Without JavaScript the browser posts it and is redirected back. */
export function ApplicationForm({ onDone, onBusy, refused, kept }: ApplicationFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const done = () => {
    onBusy?.(false)
    onDone()
  }
  const { sending, isReady, idRound, errors, look, chooseId, send, stop } = useApplication(form, refused, done)
  const busy = sending.state === 'sending'
  const keep = () => {
    look()
    if (kept && form.current) kept.current = textsOf(form.current)
  }
  const submit = async (event: Parameters<typeof send>[0]) => {
    onBusy?.(true)
    await send(event)
    onBusy?.(false)
  }
  return (
    <form
      ref={form}
      className={css['form']}
      method="post"
      action="/api/careers/apply"
      encType="multipart/form-data"
      onInput={keep}
      onSubmit={(event) => void submit(event)}
    >
      <ApplicationFields kept={kept?.current ?? {}} errors={errors} />
      <div className={css['fields']}>
        <FileDrop
          label="Resume"
          name="resume"
          accept={ACCEPTED.resume}
          hint={`PDF, DOC or DOCX, at most ${RESUME_MAX_MB} MB.`}
          {...(errors['resume'] ? { error: errors['resume'] } : {})}
        />
        <FileDrop
          key={idRound}
          label="Government ID"
          name="gov_id"
          accept={ACCEPTED.gov_id}
          hint={`PDF, PNG, JPG, JPEG or WEBP, at most ${GOV_ID_MAX_MB} MB.`}
          onFile={chooseId}
          {...(errors['gov_id'] ? { error: errors['gov_id'] } : {})}
        />
      </div>
      <p className={css['quiet']}>
        Both files are stored encrypted. Only our staff can open them, and each access is recorded. If we decline, we delete them within{' '}
        {REJECTED_RETENTION_DAYS} days. <a href="/privacy">Privacy Policy</a>
      </p>
      <div className={css['ticks']}>
        <Checkbox
          name="legal_notice_ack"
          value="true"
          required
          label="I understand that this is contract work as a self-employed person, not employment, and that the information I provide is true."
          error={errors['legal_notice_ack']}
        />
        <Checkbox
          name="ip_ack"
          value="true"
          required
          label="I have read and agree to the ownership and usage notice on this page."
          error={errors['ip_ack']}
        />
      </div>
      {sending.state === 'refused' && (
        <Notice tone="bad" {...(sending.error ? { title: MESSAGES.apply_failed } : {})}>
          {sending.error ?? MESSAGES.apply_failed}
        </Notice>
      )}
      {busy && <Progress label={sending.done < 1 ? 'Sending' : 'Checking the files'} done={sending.done < 1 ? sending.done : undefined} />}
      <div className={css['buttons']}>
        <Button type="submit" kind="main" busy={busy} disabled={!isReady}>
          {busy ? 'Submitting…' : 'Submit Application'}
        </Button>
        {busy && (
          <Button type="button" onClick={stop}>
            Stop
          </Button>
        )}
        {!isReady && <span className={css['quiet']}>Names, email, phone, both files and both boxes are required.</span>}
      </div>
    </form>
  )
}

const textsOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
