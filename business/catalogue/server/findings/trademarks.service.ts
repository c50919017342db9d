import { audit } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type addTrademark, type ListedTrademark, type listTrademarks, refusals } from '../../findings.contract.ts'
import { TRADEMARKS_MAX } from '../../findings.rules.ts'
import * as queries from './trademarks.queries.ts'

export async function list({ db }: Ctx, page: Received<typeof listTrademarks>['query']): Promise<Answer<typeof listTrademarks>> {
  const { items, total } = await queries.findTrademarkPage(db, page)
  return { items: items.map(present), total, page: page.page, page_size: page.page_size }
}

export async function add(ctx: Ctx, { word }: Received<typeof addTrademark>['body']): Promise<ListedTrademark> {
  return inTransaction(ctx, async (work) => {
    if ((await queries.countTrademarksLocked(work.db)) >= TRADEMARKS_MAX) throw refuse(refusals, 'trademarks_full')
    const added = await queries.insertTrademark(work.db, { word, added_at: work.now })
    if (!added) throw refuse(refusals, 'trademark_taken')
    await record(work, 'added', added)
    return present(added)
  })
}

export async function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (work) => {
    const removed = await queries.deleteTrademark(work.db, id)
    if (!removed) throw refuse(refusals, 'trademark_not_found')
    await record(work, 'removed', { id, word: removed.word })
    return null
  })
}

const record = (ctx: Ctx<Tx>, action: 'added' | 'removed', { id, word }: { id: string; word: string }): Promise<void> =>
  audit(ctx.db, {
    ...{ actor_id: signedIn(ctx).id, action: `trademark.${action}`, subject_kind: 'trademark', subject: id },
    details: { title: word }
  })

const present = ({ added_at, ...trademark }: { id: string; word: string; added_at: Date }): ListedTrademark => ({
  ...trademark,
  added_at: added_at.toISOString()
})
