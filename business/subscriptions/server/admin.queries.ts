import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import type { PlanType } from '../rules.ts'
import './tables.ts'

type Filter = { now: Date; q?: string | undefined; status?: 'active' | 'inactive' | undefined; plan_type?: PlanType | undefined }

const OPEN = sql<boolean>`subscription.state in ('active', 'grace')`

const listed = (db: Db, { now, q, status, plan_type: type }: Filter) => {
  const active = sql<boolean>`(${OPEN} and (subscription.access_ends_at is null or subscription.access_ends_at > ${now}))`
  const like = `%${escapeLike(q ?? '')}%`
  return db
    .selectFrom('subscriptions.subscription as subscription')
    .innerJoin('accounts.user as user', 'user.id', 'subscription.owner_id')
    .$if(Boolean(q), (query) =>
      query.where(({ eb, or }) =>
        or([eb('user.email', 'ilike', like), eb('user.name', 'ilike', like), eb('subscription.plan_name', 'ilike', like)])
      )
    )
    .$if(status !== undefined, (query) => query.where(status === 'active' ? active : sql<boolean>`not ${active}`))
    .$if(type !== undefined, (query) => query.where(sql<boolean>`subscription.plan_type = ${type}`))
}

const withOwner = (db: Db, filter: Filter) =>
  listed(db, filter).selectAll('subscription').select(['user.email as user_email', 'user.name as user_name'])

const newestFirst = (db: Db, filter: Filter) => withOwner(db, filter).orderBy('subscription.created_at', 'desc').orderBy('subscription.id')

export async function findListed(db: Db, { page, page_size, ...filter }: Filter & { page: number; page_size: number }) {
  return newestFirst(db, filter)
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countListed(db: Db, filter: Filter): Promise<number> {
  const { total } = await listed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findOne(db: Db, now: Date, id: string) {
  return withOwner(db, { now }).where('subscription.id', '=', id).executeTakeFirst()
}

export async function findClient(db: Db, email: string) {
  return db
    .selectFrom('accounts.user')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .where('role', '=', 'client')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
