import { createHash, randomUUID } from 'node:crypto'
import { uploadNewAsset, uploadProgress } from '#submissions/contract.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { repeat } from '../people.ts'
import type { Shop } from '../shop.ts'
import { answerOf, type Story, tell } from '../story.ts'
import { drawPicture, fileOf, isStored } from './files.ts'

/** Usually it takes less than a second. A job that was lost with the database is found after half a minute, which nobody waits for. */
const DRAWN_MS = 4000

/** An artist uploads a new asset. Usually an admin approves it when its previews are drawn, which books the wage. */
export async function upload(shop: Shop, story: Story, dice: Dice): Promise<void> {
  const artist = dice.one(shop.artists)
  const admin = dice.one(shop.admins)
  const isReviewed = dice.chance(0.8)
  const asset_id = randomUUID()
  const bytes = await drawPicture()
  const who = `${artist.email} uploads ${asset_id.slice(0, 8)}`
  const words = { asset_id, title: `Fox ${asset_id.slice(0, 8)}`, description: '', category: 'icon', tags: 'fox' }
  const body = () => fileOf(bytes, 'fox.png', words)
  const file = answerOf(story, who, await repeat(() => artist.api(uploadNewAsset, { body: body() })))
  if (!file) return
  const { id } = file as { id: string }
  promiseUpload(story, id, createHash('sha256').update(bytes).digest('hex'))
  if (!isReviewed) return
  const read = () => artist.api(uploadProgress, { params: { file_id: id } })
  const drawn = answerOf(story, `${who}, previews`, await repeat(read, ({ status }) => status !== 'processing', DRAWN_MS))
  if (drawn?.status !== 'ready') return tell(story, `${who}: ${drawn?.failure ?? 'not drawn yet'}`)
  const decide = () => admin.api(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  if (!answerOf(story, `${who}, approval`, await repeat(decide))) return
  promiseWage(story, asset_id)
  shop.on_sale.push(asset_id)
}

function promiseUpload({ promises }: Story, file_id: string, sha256: string): void {
  promises.push({
    what: `the uploaded file ${file_id}`,
    broken: async (rig) => {
      const columns = ['sha256', 'original_key', 'status', 'failure'] as const
      const file = await rig.db.selectFrom('catalogue.asset_file').select(columns).where('id', '=', file_id).executeTakeFirst()
      if (file?.sha256 !== sha256) return 'it does not exist'
      if (!(await isStored(rig, file.original_key, sha256))) return 'its bytes are not in the store'
      return file.status === 'ready' ? undefined : `it is ${file.status}: ${file.failure ?? ''}`
    }
  })
}

function promiseWage({ promises }: Story, asset_id: string): void {
  promises.push({
    what: `the approval of asset ${asset_id}`,
    broken: async ({ db }) => {
      const asset = await db.selectFrom('catalogue.asset').select('status').where('id', '=', asset_id).executeTakeFirst()
      const wages = await db.selectFrom('payroll.wage').select('id').where('asset_id', '=', asset_id).execute()
      if (asset?.status !== 'approved') return `it is ${asset?.status}`
      return wages.length === 1 ? undefined : `it has ${wages.length} wages`
    }
  })
}
