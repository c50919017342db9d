import { type FormEvent, type ReactNode, useState } from 'react'
import { Form as PageForm } from 'react-router'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { PASSKEY_NAME_MAX, RECOVERY_CODES, TEXTS } from '../../rules.ts'
import type { Passkey, SecurityState } from '../../security.contract.ts'
import { ProfileSection } from '../profile/profile-section.tsx'
import { useProfileForm } from '../profile/use-profile-form.ts'
import css from './profile-second-factor.module.css'

const SETUP = '/user/profile/second-factor'

export function ProfileSecondFactor({ security }: { security: SecurityState }) {
  const { totp, passkeys, recovery_codes_left, required_by } = security
  const app = useProfileForm('app')
  // Kept here, because the row of a removed passkey is gone before it can show the answer.
  const removal = useProfileForm('passkey')
  const has = totp || passkeys.length > 0
  return (
    <ProfileSection
      id="security"
      title="Sign-in and security"
      about="After your password, signing in can ask for a code from your phone or for a passkey, so that nobody gets in with your password alone."
      said={app.said ?? removal.said}
      error={removal.fields['form'] ?? app.fields['form']}
    >
      {!has && required_by && (
        <Notice tone="warn" title="Admins need a second factor.">
          Set one up by <Moment iso={required_by} day />.
        </Notice>
      )}
      <ul className={css['factors']}>
        <Factor title="Authenticator app" badge={totp ? <Badge tone="good">On</Badge> : <Badge tone="quiet">Off</Badge>}>
          {totp ? (
            <Removal form={app} what="app" label="Remove" title="Remove your authenticator app?">
              Signing in will no longer ask for its codes.
            </Removal>
          ) : (
            <LinkButton to={SETUP} small>
              Set up
            </LinkButton>
          )}
        </Factor>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} removal={removal} />
        ))}
        <Factor
          title={passkeys.length > 0 ? 'Another passkey' : 'Passkey'}
          badge={passkeys.length > 0 ? null : <Badge tone="quiet">Off</Badge>}
        >
          <LinkButton to={`${SETUP}#passkey`} small aria-label="Add a passkey">
            Add
          </LinkButton>
        </Factor>
        {has && <RecoveryRow left={recovery_codes_left} />}
      </ul>
    </ProfileSection>
  )
}

type FactorProps = { title: string; badge?: ReactNode; note?: ReactNode; children: ReactNode }

function Factor({ title, badge, note, children }: FactorProps) {
  return (
    <li className={css['factor']}>
      <div className={css['words']}>
        <span className={css['title']}>
          {title} {badge}
        </span>
        {note && <span className={css['note']}>{note}</span>}
      </div>
      <div className={css['actions']}>{children}</div>
    </li>
  )
}

function RecoveryRow({ left }: { left: number }) {
  const few = left <= 3
  return (
    <Factor
      title="Recovery codes"
      badge={few && <Badge tone="warn">Few left</Badge>}
      note={`${left} of ${RECOVERY_CODES} left, for when you lose your phone or your passkey.`}
    >
      <PageForm method="post" action={SETUP}>
        <input type="hidden" name="intent" value="codes" />
        <Button type="submit" small aria-label="Get new recovery codes">
          Get new ones
        </Button>
      </PageForm>
    </Factor>
  )
}

type PasskeyRowProps = { passkey: Passkey; removal: ReturnType<typeof useProfileForm> }

function PasskeyRow({ passkey: { id, name, created_at, last_used_at }, removal }: PasskeyRowProps) {
  return (
    <Factor
      title={name}
      badge={<Badge tone="good">Passkey</Badge>}
      note={
        <>
          Added <Moment iso={created_at} day />
          {last_used_at && (
            <>
              , last used <Moment iso={last_used_at} day />
            </>
          )}
        </>
      }
    >
      <Rename id={id} name={name} />
      <Removal form={removal} what="passkey" id={id} label="Remove" name={name} title={`Remove the passkey ‘${name}’?`}>
        It can no longer be used to sign in. You can also delete it on the device itself.
      </Removal>
    </Factor>
  )
}

/** A disclosure, so that it works before hydration. */
function Rename({ id, name }: Pick<Passkey, 'id' | 'name'>) {
  const { Form, onSubmit, busy, fields, rounds } = useProfileForm('passkey-name')
  return (
    <details key={rounds} className={css['rename']}>
      <summary aria-label={`Rename ${name}`}>Rename</summary>
      <Form method="post" noValidate onSubmit={onSubmit} className={css['form']}>
        <input type="hidden" name="intent" value="passkey-name" />
        <input type="hidden" name="id" value={id} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={PASSKEY_NAME_MAX}
          defaultValue={name}
          check={(typed) => (typed.trim() === '' ? TEXTS.passkey_name : undefined)}
          error={fields['name'] ?? fields['form']}
        />
        <Button type="submit" small busy={busy}>
          Save
        </Button>
      </Form>
    </details>
  )
}

type RemovalProps = {
  form: ReturnType<typeof useProfileForm>
  what: 'app' | 'passkey'
  id?: string
  label: string
  /** Of the passkey, for screen readers. */
  name?: string
  title: string
  children: ReactNode
}

/** Confirms first. Before hydration the form submits directly. */
function Removal({ form: { Form, submit, busy }, what, id, label, name, title, children }: RemovalProps) {
  const [asking, setAsking] = useState(false)
  const sent = { intent: what, ...(id && { id }) }
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  const remove = () => {
    setAsking(false)
    void submit(sent, { method: 'post', preventScrollReset: true })
  }
  return (
    <Form method="post" onSubmit={ask}>
      {Object.entries(sent).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" small kind="quiet" busy={busy} aria-label={`${label} ${name ?? 'the authenticator app'}`}>
        {label}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={title}
        footer={
          <>
            <Button type="button" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button type="button" kind="danger" onClick={remove}>
              Remove
            </Button>
          </>
        }
      >
        <p>{children}</p>
      </Dialog>
    </Form>
  )
}
