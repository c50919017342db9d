import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

export type ReviewerRow = { id: string; name: string; decided: number; median_hours: number | null; overturned: number }

/**
 * Returns what each admin decided, the busiest first. A decision takes from the submission, or the last resubmission, to its moment. An approval
 * that followed from an appeal counts as decided, but took no time.
 */
export async function findReviewers(db: Db): Promise<ReviewerRow[]> {
  const { rows } = await sql<ReviewerRow>`
    with decision as (
      select asset.decided_by, case when last.is_overturned and last.resubmitted_at = asset.decided_at then null
        else extract(epoch from asset.decided_at - coalesce(last.resubmitted_at, asset.created_at)) / 3600 end as hours
      from catalogue.asset asset
      left join lateral (
        select earlier.resubmitted_at, earlier.is_overturned from catalogue.rejection earlier
        where earlier.asset_id = asset.id order by earlier.resubmitted_at desc limit 1
      ) last on true
      where asset.decided_by is not null
      union all
      select rejection.decided_by, extract(epoch from rejection.decided_at - coalesce(last.resubmitted_at, asset.created_at)) / 3600
      from catalogue.rejection rejection
      join catalogue.asset asset on asset.id = rejection.asset_id
      left join lateral (
        select earlier.resubmitted_at from catalogue.rejection earlier
        where earlier.asset_id = asset.id and earlier.decided_at < rejection.decided_at order by earlier.resubmitted_at desc limit 1
      ) last on true
      where rejection.decided_by is not null
    ),
    numbers as (
      select decided_by, count(*) as decided, percentile_cont(0.5) within group (order by hours) as median_hours from decision group by decided_by
    )
    select admin.id, admin.name, coalesce(numbers.decided, 0) as decided, numbers.median_hours::float8 as median_hours, (
      select count(*) from submissions.appeal appeal where appeal.rejected_by = admin.id and appeal.state = 'overturned'
    ) as overturned
    from accounts."user" admin left join numbers on numbers.decided_by = admin.id
    where numbers.decided_by is not null or (admin.role = 'admin' and admin.is_active and admin.deleted_at is null)
    order by decided desc, admin.name, admin.id`.execute(db)
  return rows
}
