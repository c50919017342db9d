import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { PASSKEY_NAME_MAX, TEXTS } from '../../rules.ts'
import type { addPasskey, passkeyCreationOptions, RegistrationResponse } from '../../security.contract.ts'
import { textOf } from '../sign-in/form-fields.ts'
import { useHasPasskeys } from '../sign-in/use-passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import css from './security.module.css'

const OPTIONS = route<typeof passkeyCreationOptions>({ method: 'POST', path: '/profile/passkeys/options' })
const ADD = route<typeof addPasskey>({ method: 'POST', path: '/profile/passkeys' })

const PROFILE = '/user/profile#security'

/** Asks the browser for a new passkey. The library is loaded when it is needed. */
async function createPasskey(options: Record<string, unknown>): Promise<RegistrationResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  // The options are the server's. The library's type lists the fields that WebAuthn specifies.
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

function errorOf(error: unknown): { name?: string; form?: string } {
  if (error instanceof ApiError) return error.body.fields?.['name'] ? { name: error.body.fields['name'] } : { form: error.message }
  const { name = '' } = error instanceof Error ? error : {}
  if (name === 'NotAllowedError' || name === 'AbortError') return { form: 'No passkey was created.' }
  if (name === 'InvalidStateError') return { form: 'This device already holds a passkey for your account.' }
  return { form: 'The passkey could not be created. Please try again.' }
}

type AddPasskeyProps = { brandName: string; email: string; landing: string }

export function AddPasskey({ brandName, email, landing }: AddPasskeyProps) {
  const has = useHasPasskeys()
  const { add, busy, errors, codes } = useAddPasskey()
  return (
    <section className={css['way']} aria-labelledby="passkey">
      <h2 id="passkey">Passkey</h2>
      <p>
        Your phone, your computer or a security key signs you in, by fingerprint, face or PIN. A passkey works only on this site, so nobody
        can trick you into showing it.
      </p>
      <noscript>
        <Notice>Creating a passkey needs JavaScript.</Notice>
      </noscript>
      {has && (
        <form noValidate className={css['form']} onSubmit={(event) => void add(event)}>
          {errors.form && <Notice tone="bad">{errors.form}</Notice>}
          <TextField
            label="Name"
            name="name"
            required
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            hint="So that you recognize it, such as ‘My phone’."
            check={(typed) => (typed.trim() === '' ? TEXTS.passkey_name : undefined)}
            error={errors.name}
          />
          <Button type="submit" busy={busy}>
            {busy ? 'Waiting for your device…' : 'Create a passkey'}
          </Button>
        </form>
      )}
      <Dialog open={codes !== undefined} busy shape="wide" title="Save your recovery codes" onClose={() => {}}>
        {codes && <RecoveryCodes codes={codes} brandName={brandName} email={email} next={landing} />}
      </Dialog>
    </section>
  )
}

function useAddPasskey() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<ReturnType<typeof errorOf>>({})
  const [codes, setCodes] = useState<string[]>()
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = textOf(new FormData(event.currentTarget), 'name').trim()
    if (name === '' || busy) return
    setBusy(true)
    setErrors({})
    try {
      const api = browserApi()
      const { recovery_codes } = await api(ADD, { body: { name, response: await createPasskey(await api(OPTIONS, {})) } })
      if (recovery_codes) return setCodes(recovery_codes)
      toast('Your passkey is added.')
      await navigate(PROFILE)
    } catch (error) {
      setErrors(errorOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { add, busy, errors, codes }
}
