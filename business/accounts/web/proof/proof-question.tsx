import { type FormEvent, useId, useState } from 'react'
import type { ProofWay } from '#platform/contract/index.ts'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { passkeySignInOptions, prove, SentProof } from '../../security.contract.ts'
import { textOf } from '../sign-in/form-fields.ts'
import { askForPasskey, passkeyError, useHasPasskeys } from '../sign-in/use-passkey.ts'
import { ProofFields, WHY } from './proof-fields.tsx'

const OPTIONS = route<typeof passkeySignInOptions>({ method: 'POST', path: '/auth/passkey/options' })
const PROVE = route<typeof prove>({ method: 'POST', path: '/auth/proof' })

const FAILED = 'This could not be checked. Please try again.'

/** Returns what is wrong, by field or for the form. Nothing if the person closed the browser's own dialog. */
function errorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError) return error.body.fields ?? { form: error.message }
  if (error instanceof TypeError) return { form: FAILED }
  const text = passkeyError(error)
  return text ? { form: text } : {}
}

type ProofQuestionProps = { ways: readonly ProofWay[]; onProven: () => void; onClose: () => void }

/** The open dialog. */
export function ProofQuestion({ ways, onProven, onClose }: ProofQuestionProps) {
  const id = useId()
  const hasPasskeys = useHasPasskeys()
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'password')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const attempt = async (proofOf: () => Promise<SentProof>) => {
    if (busy) return
    setBusy(true)
    setErrors({})
    try {
      await browserApi()(PROVE, { body: await proofOf() })
      onProven()
    } catch (error) {
      setErrors(errorsOf(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Not of the form below, in which this dialog may have been opened.
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    void attempt(async () => ({
      method: way,
      ...(way === 'totp' ? { code: textOf(form, 'code') } : { password: textOf(form, 'password') })
    }))
  }
  const provePasskey = () =>
    void attempt(async () => ({ method: 'passkey', response: await askForPasskey(await browserApi()(OPTIONS, {})) }))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirm that it is you"
      busy={busy}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          {way === 'passkey' ? (
            <Button type="button" kind="main" busy={busy} onClick={provePasskey}>
              Use a passkey
            </Button>
          ) : (
            <Button type="submit" form={id} kind="main" busy={busy}>
              {busy ? 'Checking…' : 'Confirm'}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <p>{WHY}</p>
        {errors['form'] && <Notice tone="bad">{errors['form']}</Notice>}
        {way !== 'passkey' && (
          <form id={id} noValidate onSubmit={submit}>
            <ProofFields key={way} way={way} errors={errors} />
          </form>
        )}
        <Stack row gap={2}>
          {ways
            .filter((one) => one !== way && (one !== 'passkey' || hasPasskeys))
            .map((one) => (
              <Button key={one} type="button" kind="quiet" small disabled={busy} onClick={() => setWay(one)}>
                {OTHER[one]}
              </Button>
            ))}
        </Stack>
      </Stack>
    </Dialog>
  )
}

const OTHER: Record<ProofWay, string> = {
  password: 'Use your password',
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey'
}
