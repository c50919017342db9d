import { randomUUID } from 'node:crypto'
import { setAvatar } from '#accounts/profile.contract.ts'
import { apply } from '#careers/contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { repeat } from '../people.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story } from '../story.ts'
import { drawPicture, fileOf, pdfOf } from './files.ts'
import '#careers/server/tables.ts'

/** Someone uploads a picture of themselves. */
export async function showFace(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const person = dice.one(shop.clients)
  const bytes = await drawPicture()
  const call = () => person.api(setAvatar, { body: fileOf(bytes, 'me.png') })
  if (!answerOf(story, `${person.email} uploads a picture`, await repeat(call))) return
  story.promises.push({
    what: `the picture of ${person.email}`,
    broken: async ({ db }) => {
      const { avatar_url } = await db.selectFrom('accounts.user').select('avatar_url').where('id', '=', person.id).executeTakeFirstOrThrow()
      return avatar_url ? undefined : 'the person has none'
    }
  })
}

/** An artist applies, with two files. */
export async function applyForWork(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const client_key = randomUUID()
  const email = `${client_key}@example.com`
  const body = () => {
    const form = fileOf(pdfOf(client_key), 'resume.pdf', { ...WORDS, email, client_key }, 'resume')
    form.set('gov_id', new Blob([new Uint8Array(pdfOf(randomUUID()))]), 'id.pdf')
    return form
  }
  if (!answerOf(story, 'an artist applies', await repeat(() => dice.one(shop.clients).api(apply, { body: body() })))) return
  story.promises.push({
    what: `the application of ${email}`,
    is_temporary: true,
    broken: async ({ db }) => {
      const found = await db.selectFrom('careers.applicant').select('id').where('client_key', '=', client_key).execute()
      return found.length === 1 ? undefined : `it exists ${found.length} times`
    }
  })
}

const WORDS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+1 555 010 0199',
  availability: 'flexible',
  work_auth: 'yes',
  legal_notice_ack: 'true',
  ip_ack: 'true'
}
