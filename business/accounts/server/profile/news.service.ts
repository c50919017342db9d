import type { Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, signedIn } from '#platform/server/index.ts'
import type { NewsChoice, setNews } from '../../profile.contract.ts'
import { audit } from '../audit/audit.service.ts'
import { spendChange } from '../sign-in/limits.ts'
import { lockSelf } from './profile.service.ts'

/** Returns whether the caller's address agrees to news. A download without an account may have agreed, too. */
export async function show({ db, ports, actor }: Ctx): Promise<NewsChoice> {
  const { news } = ports.people
  const consent = actor ? await news.find(db, actor.email) : undefined
  return { agrees: consent !== undefined, words: consent?.words ?? news.words, agreed_at: consent?.agreed_at.toISOString() ?? null }
}

/** Stores or withdraws the caller's consent. The same choice again changes nothing. */
export async function choose(ctx: Ctx, { agrees }: Received<typeof setNews>['body']): Promise<NewsChoice> {
  await spendChange(ctx, 'profile')
  return inTransaction(ctx, async (ctx) => {
    const { db, ports } = ctx
    const { news } = ports.people
    const { id, email } = await lockSelf(ctx)
    const own = { ...ctx, actor: { ...signedIn(ctx), email } }
    if (((await news.find(db, email)) !== undefined) === agrees) return show(own)
    await news.set(ctx, email, agrees)
    await audit(db, { actor_id: id, action: 'user.profile_changed', subject_kind: 'user', subject: id, details: { fields: ['news'] } })
    return show(own)
  })
}
