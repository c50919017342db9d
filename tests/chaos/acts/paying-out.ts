import { randomUUID } from 'node:crypto'
import { recordPayout } from '#payroll/payouts.contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { repeat } from '../people.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story } from '../story.ts'

/** An admin records a payout. Nobody pays more than is owed: such a payout is refused. */
export async function payOut(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const [admin, artist] = [dice.one(shop.admins), dice.one(shop.artists)]
  const cents = 1 + dice.below(300)
  const key = { idempotency_key: randomUUID() }
  const body = { employee_id: artist.id, amount: (cents / 100).toFixed(2), payment_method: 'bank_transfer' as const }
  const call = () => admin.api(recordPayout, { body }, key)
  const payout = answerOf(story, `${artist.email} is paid ${body.amount}`, await repeat(call)) as { id: string } | undefined
  if (!payout) return
  const { id } = payout
  story.promises.push({
    what: `payout ${id}`,
    broken: async ({ db }) => {
      const made = await db
        .selectFrom('payroll.payout')
        .select(['id', 'amount_cents'])
        .where('request_key', 'like', `%${key.idempotency_key}%`)
        .execute()
      const booked = await db
        .selectFrom('ledger.transaction')
        .select('id')
        .where('kind', '=', 'payout')
        .where('reference', '=', id)
        .execute()
      if (made.length !== 1 || made[0]?.id !== id || made[0].amount_cents !== cents) return `it exists ${made.length} times`
      return booked.length === 1 ? undefined : `it is booked ${booked.length} times`
    }
  })
}
