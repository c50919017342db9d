import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '#platform/contract/index.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { listSeats, Seat } from '../../seats.contract.ts'
import css from './my-subscription.module.css'
import { RemoveSeatDialog } from './remove-seat-dialog.tsx'

type SeatsProps = {
  team: Answer<typeof listSeats>
  isOwner: boolean
  ownEmail: string
  error: string | undefined
  invited: string | undefined
}

/** The people who share the plan. The owner invites and removes members; members see each other and may leave. */
export function Seats({ team: { items, seats, seats_used }, isOwner, ownEmail, error, invited }: SeatsProps) {
  const [removing, setRemoving] = useState<Seat>()
  const isOwn = ({ email, status }: Seat) => status !== 'owner' && email.toLowerCase() === ownEmail.toLowerCase()
  return (
    <Card className={css['section']} aria-labelledby="seats">
      <div className={css['heading']}>
        <h2 id="seats">Seats</h2>
        <span className={css['quiet']}>
          {seats_used} of {seats} seats
        </span>
      </div>
      <ul className={css['seats']}>
        {items.map((seat) => (
          <li key={seat.id} className={css['seat']}>
            <Person seat={seat} />
            <span className={css['standing']}>
              <Standing status={seat.status} />
              {seat.status === 'invited' && isOwn(seat) && <JoinForm seat={seat} />}
              {seat.status !== 'owner' && (isOwner || isOwn(seat)) && <RemoveForm seat={seat} own={isOwn(seat)} onAsk={setRemoving} />}
            </span>
          </li>
        ))}
      </ul>
      {isOwner && (seats_used < seats ? <Invite key={invited} error={error} /> : <Notice>All seats of this plan are taken.</Notice>)}
      {removing && <RemoveSeatDialog seat={removing} own={isOwn(removing)} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}

const Person = ({ seat: { name, email } }: { seat: Seat }) => (
  <span className={css['person']}>
    {name ?? email}
    {name && <small>{email}</small>}
  </span>
)

const STANDINGS = { owner: ['info', 'Owner'], joined: ['good', 'Joined'], invited: ['quiet', 'Invited'] } as const

function Standing({ status }: Pick<Seat, 'status'>) {
  const [tone, word] = STANDINGS[status]
  return <Badge tone={tone}>{word}</Badge>
}

/** An invited client can already use the plan. Joining shows their name to the team. */
function JoinForm({ seat: { id } }: { seat: Seat }) {
  const busy = useNavigation().formData?.get('intent') === 'join'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="join" />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" small kind="main" busy={busy} title="The team will see your name.">
        Join
      </Button>
    </Form>
  )
}

/** Asks first. Without JavaScript the form is sent directly. */
function RemoveForm({ seat, own, onAsk }: { seat: Seat; own: boolean; onAsk: (seat: Seat) => void }) {
  const ask = (event: FormEvent) => {
    event.preventDefault()
    onAsk(seat)
  }
  return (
    <Form method="post" onSubmit={ask}>
      <input type="hidden" name="intent" value={own ? 'leave' : 'remove'} />
      <input type="hidden" name="id" value={seat.id} />
      <Button type="submit" small kind="danger" aria-label={own ? 'Leave this plan' : `Remove ${seat.name ?? seat.email}`}>
        {own ? 'Leave' : 'Remove'}
      </Button>
    </Form>
  )
}

function Invite({ error }: { error: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'invite'
  return (
    <Form method="post" preventScrollReset className={css['invite']}>
      <input type="hidden" name="intent" value="invite" />
      <TextField
        label="Invite by email"
        name="email"
        type="email"
        autoComplete="off"
        required
        error={error}
        hint="They can use the plan once they verify this address with a client account. Their name appears here when they join."
      />
      <Button type="submit" busy={busy}>
        Invite
      </Button>
    </Form>
  )
}
