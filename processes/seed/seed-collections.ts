import type { FastifyInstance } from 'fastify'
import { addCollection, chooseWorks, editCollection, listEditedCollections } from '#catalogue/featured.contract.ts'
import { findImported } from '#catalogue/server/index.ts'
import type { Db } from '#platform/server/index.ts'
import { injectedApi } from '../http/injected-api.ts'
import { DEMO_COLLECTIONS } from './demo-collections.ts'

type Desk = {
  app: FastifyInstance
  db: Db
  /** A session token. */
  admin: string
}

/** The demo's admin features its collections, once, through the same API calls as in a browser. */
export async function featureDemo({ app, db, admin }: Desk): Promise<void> {
  const api = injectedApi(app, admin)
  if ((await api(listEditedCollections, {})).items.length > 0) return
  for (const { title, summary, source_keys } of DEMO_COLLECTIONS) {
    const imported = await findImported(db, source_keys)
    const asset_ids = source_keys.flatMap((key) => imported.get(key) ?? [])
    if (asset_ids.length === 0) continue
    const { id, version } = await api(addCollection, { body: { title, summary } })
    await api(chooseWorks, { params: { id }, body: { asset_ids, version } })
    await api(editCollection, { params: { id }, body: { is_published: true } })
  }
}
