import { useState } from 'react'
import { useSubmit } from 'react-router'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconKey } from '#platform/web/ui/icons.ts'
import type { passkeySignInOptions } from '../../security.contract.ts'
import css from './passkey-sign-in.module.css'
import { askForPasskey, passkeyError, useHasPasskeys } from './use-passkey.ts'

const OPTIONS = route<typeof passkeySignInOptions>({ method: 'POST', path: '/auth/passkey/options' })

/** Signs in with a passkey alone. Remember me counts as in the form above. */
export function PasskeySignIn({ busy }: { busy: boolean }) {
  const submit = useSubmit()
  const has = useHasPasskeys()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  if (has === false) return null
  const ask = async () => {
    setAsking(true)
    setError(undefined)
    try {
      const response = await askForPasskey(await browserApi()(OPTIONS, {}))
      const isRemembered = document.querySelector<HTMLInputElement>('input[name="remember_me"]')?.checked ?? true
      await submit(
        { step: 'passkey', response: JSON.stringify(response), ...(isRemembered && { remember_me: 'on' }) },
        { method: 'post', replace: true }
      )
    } catch (error) {
      setError(passkeyError(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="button" wide className={has ? undefined : css['later']} busy={asking} disabled={busy} onClick={() => void ask()}>
        <IconKey size={18} aria-hidden="true" />
        Sign in with a passkey
      </Button>
    </>
  )
}
