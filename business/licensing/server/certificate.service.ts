import { type Ctx, refuse } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { masterOf, scaledTo } from '../rules.ts'
import { requireLicense } from './access.service.ts'
import { certificateFacts } from './certificate-facts.ts'
import { signDocument } from './certificate-file.ts'
import { keepSigningKey } from './certificate-keys.service.ts'
import { drawCertificate } from './certificate-page.ts'
import * as queries from './queries.ts'
import { keptFile } from './recipes.service.ts'

const PICTURE_WIDTH = 640
/** So many pictures are made for one licence's certificate in a day; one is kept. */
const PICTURES = { most: 10, seconds: 86_400 }

/** The licence on paper: drawn from what was agreed, and signed. A refunded one has none; a plan that has ended leaves the proof. */
export async function certificate(ctx: Ctx, license_id: string): Promise<{ filename: string; bytes: Buffer }> {
  const license = await requireLicense(ctx, license_id)
  if (license.status === 'revoked') throw refuse(no, 'license_not_active')
  const key = await keepSigningKey(ctx)
  const facts = certificateFacts(ctx.ports.settings, license)
  const document = await drawCertificate(facts, key.public_key.kid, await findPicture(ctx, license))
  return { filename: `${facts.number}.pdf`, bytes: signDocument(document, facts, key) }
}

/** Without one where it cannot be made: the certificate is good without it. */
async function findPicture(ctx: Ctx, { id, asset_id }: { id: string; asset_id: string }): Promise<Buffer | undefined> {
  const master = masterOf(await queries.findReadyFilesOf(ctx.db, [asset_id]))
  if (!master?.width || !master.height) return undefined
  const size = scaledTo({ width: master.width, height: master.height }, PICTURE_WIDTH)
  const recipe = { master, format: 'png', ...size, is_copy: false } as const
  try {
    return await ctx.ports.files.bytes((await keptFile(ctx, recipe, { key: `licensing.certificate.${id}`, ...PICTURES })).key)
  } catch {
    return undefined
  }
}
