import { useEffect, useRef } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { ListedUser } from '../people.contract.ts'
import { type Asked, type Deed, useDeed } from './user-deeds.ts'

/** Asks before what is not undone with the same click; it stays open until it is done, and says what failed. */
export function UserDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  if (!asked) return null
  return <OpenDialog key={asked.user.id} asked={asked} onClose={onClose} />
}

function OpenDialog({ asked: { user, deed }, onClose }: { asked: Asked; onClose: () => void }) {
  const { busy, outcome, run } = useDeed(user)
  const before = useRef(outcome)
  const answered = outcome !== before.current ? outcome : undefined
  // Once the list is new too: until then the control that the focus goes back to is disabled.
  const is_done = answered?.done !== undefined && !busy
  useEffect(() => {
    if (is_done) onClose()
  }, [is_done, onClose])
  useEffect(() => keepFocus, [])
  const { title, yes, kind = 'danger' } = questionOf(user, deed)
  const failure = Object.values(answered?.fields ?? {})[0]
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      footer={
        <>
          <Button type="button" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="button" kind={kind} busy={busy} onClick={() => run(deed)}>
            {yes}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        <p>
          <strong>{user.name}</strong> ({user.email})
        </p>
        <What deed={deed} />
      </Stack>
    </Dialog>
  )
}

/** When the row is gone, the focus goes to the tab of the list that one is in, not back to the top of the page. */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main nav [aria-current]')?.focus()
  })
}

type Question = { title: string; yes: string; kind?: 'main' | 'danger' }

function questionOf({ name }: ListedUser, deed: Deed): Question {
  if (deed.intent === 'delete') return { title: `Delete ${name}?`, yes: 'Delete' }
  if (deed.intent === 'sign-out') return { title: `Sign out ${name} everywhere?`, yes: 'Sign out', kind: 'main' }
  if (deed.intent === 'role') return { title: `Make ${name} an admin?`, yes: 'Make admin', kind: 'main' }
  return { title: `Deactivate ${name}?`, yes: 'Deactivate' }
}

function What({ deed: { intent } }: { deed: Deed }) {
  if (intent === 'role') return <p>Admins see and change everything: people, roles, prices, payouts and the books.</p>
  if (intent === 'sign-out') return <p>Every device is signed out at once. The person can sign in again.</p>
  if (intent === 'status')
    return <p>Every device is signed out at once and nobody can sign in until the account is activated again. Nothing is erased.</p>
  return (
    <>
      <p>
        Erased for good: name, address, picture, password, sessions and devices. Every device is signed out at once, and the address may
        register again as a new person.
      </p>
      <p>Kept for the books, under the name ‘Deleted user’: licenses, payments, wages, payouts and assets. This cannot be undone.</p>
    </>
  )
}
