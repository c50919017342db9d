import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, type Db, refuse, signedIn } from '#platform/server/index.ts'
import { type assetFindings, type Finding, refusals } from '../../findings.contract.ts'
import { type Fault, FINDING_CODES, findingMessage, SEVERITY_OF, type Trademark, trademarksIn } from '../../findings.rules.ts'
import { declaresAi } from '../../origin.rules.ts'
import { isInsider } from '../service.ts'
import * as queries from './findings.queries.ts'
import { findTrademarks } from './trademarks.queries.ts'

/** Specification 3, calls 44: for its artist and admins. Another artist's asset is answered like an unknown one. */
export async function listFindings(ctx: Ctx, asset_id: string): Promise<Answer<typeof assetFindings>> {
  const owner_id = await queries.findOwner(ctx.db, asset_id)
  if (!owner_id || !isInsider(signedIn(ctx), owner_id)) throw refuse(refusals, 'asset_not_found')
  return (await findFindings(ctx.db, [asset_id])).get(asset_id) ?? []
}

/**
 * Returns the findings of each of these assets, warnings first. An asset without findings is left out. Only ready files have findings. The
 * words of an asset are compared with the list of trademarks at each call, so a change of the words or of the list counts at once.
 */
export async function findFindings(db: Db, asset_ids: readonly string[]): Promise<Map<string, Finding[]>> {
  const files = await queries.findChecks(db, asset_ids)
  const trademarks = files.length > 0 ? await findTrademarks(db) : []
  const found = new Map<string, Finding[]>()
  for (const file of files) {
    const earlier = found.get(file.asset_id)
    const own = [...(file.faults ?? []), ...namedInPicture(file, trademarks), ...contradictionIn(file), ...uncheckedIn(file)]
    const faults = [...own, ...(earlier ? [] : faultsOfAsset(file, trademarks))]
    found.set(file.asset_id, [...(earlier ?? []), ...faults.map((fault) => present(file.id, fault))])
  }
  for (const [asset_id, findings] of found) {
    if (findings.length === 0) found.delete(asset_id)
    else findings.sort((one, other) => FINDING_CODES.indexOf(one.code) - FINDING_CODES.indexOf(other.code))
  }
  return found
}

const present = (file_id: string, { code, detail, place }: Fault): Finding => ({
  ...{ file_id, code, severity: SEVERITY_OF[code], message: findingMessage({ code, detail }) },
  ...(place && { place })
})

type CheckedFile = Awaited<ReturnType<typeof queries.findChecks>>[number]
type Marks = readonly Trademark[]

const namedInPicture = ({ writing }: CheckedFile, trademarks: Marks): Fault[] =>
  (writing ?? []).flatMap(({ words, place }) =>
    trademarksIn(words, trademarks).map(({ word }): Fault => ({ code: 'trademark', detail: `“${word}” in the picture`, place }))
  )

/** Whether the file's Content Credentials name generative AI although its artist stated that a human made it. */
const contradictionIn = ({ origin, declared_sources }: CheckedFile): Fault[] =>
  origin === 'human' && declaresAi(declared_sources) ? [{ code: 'declared_origin' }] : []

/** Whoever sees no findings of an EPS must not believe that it has no faults. */
const uncheckedIn = ({ format }: CheckedFile): Fault[] => (format === 'eps' ? [{ code: 'content_unchecked' }] : [])

/** Findings about the asset as a whole. They name its first ready file. */
function faultsOfAsset({ title, description, tags, origin }: CheckedFile, trademarks: Marks): Fault[] {
  const parts = { 'the title': title, 'the description': description, 'the tags': tags.join(', ') }
  const named = Object.entries(parts).flatMap(([where, words]) =>
    trademarksIn(words, trademarks).map(({ word }): Fault => ({ code: 'trademark', detail: `“${word}” in ${where}` }))
  )
  return origin === 'unknown' ? [...named, { code: 'origin_missing' }] : named
}
