import { useEffect, useState } from 'react'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { IconDownload, IconPrinter } from '#platform/web/ui/icons.ts'
import { Stack } from '#platform/web/ui/page.tsx'
import css from './security.module.css'

type RecoveryCodesProps = {
  codes: readonly string[]
  brandName: string
  email: string
  /** Where to go on. */
  next: string
}

const textOf = ({ codes, brandName, email }: RecoveryCodesProps): string =>
  [`${brandName} recovery codes for ${email}`, 'Each works once, instead of your second factor.', '', ...codes, ''].join('\n')

/** The only time that the codes are shown. The download is a link, which works without a script. */
export function RecoveryCodes(props: RecoveryCodesProps) {
  const { codes, brandName, email, next } = props
  const canPrint = useIsHydrated()
  return (
    <Stack gap={4}>
      <p>Keep them where you keep your passwords, not on your phone alone. Each works once. We cannot show them again.</p>
      <section className={css['sheet']} aria-label="Recovery codes">
        <p className={css['heading']}>
          {brandName} recovery codes for {email}
        </p>
        <ul className={css['codes']}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </section>
      <div className={css['buttons']}>
        <Stack row gap={2}>
          <LinkButton
            to={`data:text/plain;charset=utf-8,${encodeURIComponent(textOf(props))}`}
            reloadDocument
            download={`${brandName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`}
          >
            <IconDownload size={18} aria-hidden="true" />
            Download
          </LinkButton>
          {canPrint && (
            <Button type="button" onClick={() => print()}>
              <IconPrinter size={18} aria-hidden="true" />
              Print
            </Button>
          )}
        </Stack>
        <Stack row gap={2}>
          <LinkButton to={next} kind="main" reloadDocument>
            I have saved them
          </LinkButton>
          <LinkButton to="/user/profile#security" kind="quiet" reloadDocument>
            Back to your profile
          </LinkButton>
        </Stack>
      </div>
    </Stack>
  )
}

/** False before hydration, when a script could not print. */
function useIsHydrated(): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => setIs(true), [])
  return is
}
