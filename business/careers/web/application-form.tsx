import { type RefObject, useRef } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { FileDrop, Progress } from '#platform/web/ui/file-drop.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { ACCEPTED, GOV_ID_MAX_MB, REJECTED_KEPT_DAYS, RESUME_MAX_MB, WORDS } from '../rules.ts'
import { ApplicationFields } from './application-fields.tsx'
import css from './application-form.module.css'
import type { Refused } from './send-application.ts'
import { useApplication } from './use-application.ts'

type ApplicationFormProps = {
  onDone: () => void
  /** True while it is being sent. */
  onBusy?: (busy: boolean) => void
  /** What an earlier try, sent without JavaScript, came to. */
  refused?: Refused | undefined
  /** Texts typed before, kept by whoever shows the form. */
  kept?: RefObject<Readonly<Record<string, string>>>
}

/** Sends itself with progress; without JavaScript the browser sends it as it is, and is led back to the page. */
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
        Both files are stored encrypted, opened by our staff only, and each opening is recorded. If we decline, we delete them within{' '}
        {REJECTED_KEPT_DAYS} days. <a href="/privacy">Privacy Policy</a>
      </p>
      <div className={css['ticks']}>
        <Checkbox
          name="legal_notice_ack"
          value="true"
          required
          label="I understand that this is contract work as a self-employed person, not employment, and that what I state here is true."
          error={errors['legal_notice_ack']}
        />
        <Checkbox
          name="ip_ack"
          value="true"
          required
          label="I have read the ownership and usage notice on this page and agree to it."
          error={errors['ip_ack']}
        />
      </div>
      {sending.state === 'refused' && (
        <Notice tone="bad" {...(sending.error ? { title: WORDS.apply_failed } : {})}>
          {sending.error ?? WORDS.apply_failed}
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
