import { z } from 'zod'
import { emailAddress, endpoint, instant } from '#platform/contract/index.ts'

const seat = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Null until they join, so an invitation does not reveal whether an address has an account. */
  name: z.string().nullable(),
  status: z.enum(['owner', 'joined', 'invited']),
  invited_at: instant.nullable(),
  joined_at: instant.nullable()
})
export type Seat = z.output<typeof seat>

const team = z.object({ items: z.array(seat), seats: z.int(), seats_used: z.int() })

export const listSeats = endpoint({
  method: 'GET',
  path: '/subscriptions/seats',
  access: ['client'],
  summary: "List the seats of the caller's plan, owner first. Members can see them too",
  response: team
})

export const inviteToSeat = endpoint({
  method: 'POST',
  path: '/subscriptions/seats',
  access: ['client'],
  summary:
    'Invite an email address. The seat works once a client verifies that address; the name is shown once they join. The response is the same for every address',
  body: z.object({ email: emailAddress() }),
  response: seat,
  status: 201
})

export const joinSeat = endpoint({
  method: 'POST',
  path: '/subscriptions/seats/:id/join',
  access: ['client'],
  summary: "Accept an invitation, which shows the caller's name to the team. A first download through the plan accepts it too",
  params: z.object({ id: z.uuid() }),
  response: team
})

export const removeSeat = endpoint({
  method: 'DELETE',
  path: '/subscriptions/seats/:id',
  access: ['client'],
  summary: 'Remove a member (owner) or leave the team (member). Access ends immediately',
  params: z.object({ id: z.uuid() }),
  response: team
})
