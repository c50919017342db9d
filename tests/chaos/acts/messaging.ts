import { createHash, randomUUID } from 'node:crypto'
import { addAttachment, sendMessage } from '#requests/conversation.contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { repeat } from '../people.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story } from '../story.ts'
import { fileOf, isStored, pdfOf } from './files.ts'

type Sent = { id: string; sha256: string }

/** A client writes in a request of theirs, with up to two files. Some uploaded files are never sent. */
export async function write(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const { request_id, client } = dice.one(shop.requests)
  const files: Sent[] = []
  const [wanted, isSent] = [dice.below(3), dice.chance(0.8)]
  for (let at = 0; at < wanted; at += 1) {
    const bytes = pdfOf(randomUUID())
    const add = () => client.api(addAttachment, { params: { id: request_id }, body: fileOf(bytes, 'brief.pdf') })
    const added = answerOf(story, `${client.email} attaches a file`, await repeat(add)) as { id: string } | undefined
    if (added) files.push({ id: added.id, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  if (!isSent) return
  const words = `Message ${randomUUID()}`
  const body = { body: words, attachment_ids: files.map(({ id }) => id), client_key: randomUUID() }
  const sent = await repeat(() => client.api(sendMessage, { params: { id: request_id }, body }))
  const message = answerOf(story, `${client.email} writes`, sent)
  if (message) promiseMessage(story, { id: message.id, words, files })
}

type Written = { id: string; words: string; files: Sent[] }

function promiseMessage({ promises }: Story, { id, words, files }: Written): void {
  promises.push({
    what: `message ${id}`,
    broken: async (rig) => {
      const found = await rig.db.selectFrom('requests.message').select('id').where('body', '=', words).execute()
      if (found.length !== 1 || found[0]?.id !== id) return `it exists ${found.length} times`
      for (const file of files) {
        const row = await rig.db.selectFrom('requests.attachment').selectAll().where('id', '=', file.id).executeTakeFirst()
        if (row?.message_id !== id) return `its file ${file.id} is not attached`
        if (!(await isStored(rig, row.file_key, file.sha256))) return `the bytes of its file ${file.id} are not in the store`
      }
      return undefined
    }
  })
}
