import { findReachableUser } from '#accounts/server/index.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import { findAssets } from '#catalogue/server/index.ts'
import type { Ctx } from '#platform/server/index.ts'
import { receiptMail } from '../../mails/receipt-mail.tsx'
import * as queries from '../queries.ts'

export async function sendReceipt({ db, now, ports }: Ctx, license_id: string): Promise<void> {
  const license = await queries.findLicense(db, license_id)
  const client = license && (await findReachableUser(db, license.client_id))
  if (!license || !client) return
  const asset = (await findAssets(db, now, [license.asset_id])).get(license.asset_id)
  const mail = await receiptMail({
    sender: ports.settings,
    name: client.name,
    license,
    asset: { id: license.asset_id, title: license.asset_title || UNTITLED, preview_url: asset?.preview_url ?? null }
  })
  await ports.mail.send(db, { to: client.email, ...mail }, { urgent: true })
}
