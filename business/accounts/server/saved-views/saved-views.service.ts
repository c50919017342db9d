import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn } from '#platform/server/index.ts'
import { SAVED_VIEWS_MAX } from '../../rules.ts'
import { type listSavedViews, refusals, type saveView } from '../../views.contract.ts'
import * as queries from './saved-views.queries.ts'

export async function list(ctx: Ctx): Promise<Answer<typeof listSavedViews>> {
  return { items: await queries.findViews(ctx.db, signedIn(ctx).id) }
}

export async function save(ctx: Ctx, view: Received<typeof saveView>['body']): Promise<Answer<typeof saveView>> {
  const saved = await queries.upsertView(ctx.db, { ...view, user_id: signedIn(ctx).id, created_at: ctx.now }, SAVED_VIEWS_MAX)
  if (!saved) throw refuse(refusals, 'too_many_views')
  return saved
}

export async function remove(ctx: Ctx, id: string): Promise<Answer<typeof listSavedViews>> {
  await queries.deleteView(ctx.db, { id, user_id: signedIn(ctx).id })
  return list(ctx)
}
