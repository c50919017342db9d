import { type FormEvent, useCallback, useEffect, useId, useState } from 'react'
import type { ProofWay } from '#platform/contract/index.ts'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { setProver } from '#platform/web/proof.ts'
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

type Asked = { ways: readonly ProofWay[]; settle: (proven: boolean) => void }

/** Asks for a proof wherever a call needs one, and then lets the call go on. Part of every page. */
export function ProofDialog() {
  const [asked, setAsked] = useState<Asked>()
  useEffect(() => setProver((ways) => new Promise((settle) => setAsked({ ways, settle }))), [])
  // A call must not wait for a dialog that is gone, for example because the session ended.
  useEffect(() => () => asked?.settle(false), [asked])
  const end = useCallback(
    (proven: boolean) => {
      asked?.settle(proven)
      setAsked(undefined)
    },
    [asked]
  )
  return asked ? <OpenDialog ways={asked.ways} onEnd={end} /> : null
}

const FAILED = 'This could not be checked. Please try again.'

/** Returns what is wrong, by field or for the form. Nothing if the person closed the browser's own dialog. */
function errorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError) return error.body.fields ?? { form: error.message }
  if (error instanceof TypeError) return { form: FAILED }
  const text = passkeyError(error)
  return text ? { form: text } : {}
}

function OpenDialog({ ways, onEnd }: { ways: readonly ProofWay[]; onEnd: (proven: boolean) => void }) {
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
      onEnd(true)
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
      onClose={() => onEnd(false)}
      title="Confirm that it is you"
      busy={busy}
      footer={
        <>
          <Button type="button" onClick={() => onEnd(false)} disabled={busy}>
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
