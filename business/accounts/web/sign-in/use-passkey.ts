import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { ApiError } from '#platform/web/api.ts'
import { TEXTS } from '../../rules.ts'
import type { PasskeyResponse } from '../../security.contract.ts'

/** Whether this browser can use passkeys. Undefined before hydration: they need a script. */
export function useHasPasskeys(): boolean | undefined {
  const [has, setHas] = useState<boolean>()
  useEffect(() => setHas(typeof PublicKeyCredential === 'function'), [])
  return has
}

/** Asks the browser for a passkey. The library is loaded when it is needed. */
export async function askForPasskey(options: Record<string, unknown>): Promise<PasskeyResponse> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The options are the server's. The library's type lists the fields that WebAuthn specifies.
  return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
}

/** Returns what to say about a passkey that failed. Undefined: the person closed the browser's dialog. */
export function passkeyError(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return undefined
  return TEXTS.passkey_failed
}
