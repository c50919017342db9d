import { accountsRetention } from '#accounts/server/index.ts'
import { careersRetention } from '#careers/server/index.ts'
import { catalogueRetention } from '#catalogue/server/index.ts'
import { claimsRetention } from '#claims/server/index.ts'
import { developersRetention, webhooksRetention } from '#developers/server/index.ts'
import { RETENTION, type RetentionId } from '#help/retention.rules.ts'
import { helpRetention } from '#help/server/index.ts'
import { handOverRetention, licensingRetention, transferRetention } from '#licensing/server/index.ts'
import { marketingRetention } from '#marketing/server/index.ts'
import { paymentsRetention } from '#payments/server/index.ts'
import { type Ctx, type Eraser, type JobHandler, platformRetention } from '#platform/server/index.ts'
import { privacyRetention } from '#privacy/server/index.ts'
import { requestsRetention } from '#requests/server/index.ts'
import { plansRetention } from '#subscriptions/server/index.ts'

const DAY_MS = 86_400_000

/** What applies each rule. A rule without an eraser does not compile. */
const ERASERS: Readonly<Record<RetentionId, Eraser>> = {
  ...platformRetention,
  ...accountsRetention,
  ...careersRetention,
  ...catalogueRetention,
  ...claimsRetention,
  ...developersRetention,
  ...helpRetention,
  ...handOverRetention,
  ...licensingRetention,
  ...marketingRetention,
  ...transferRetention,
  ...paymentsRetention,
  ...privacyRetention,
  ...requestsRetention,
  ...plansRetention,
  ...webhooksRetention
}

/** Applies every retention rule. A rule that fails does not stop the others. */
export async function deleteOld(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  for (const { id, days } of RETENTION) {
    try {
      await ERASERS[id](ctx, new Date(ctx.now.getTime() - days * DAY_MS))
    } catch (cause) {
      failures.push(new Error(`The retention rule ${id} failed.`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some personal data could not be deleted.')
}

export const retentionJobs = (context: () => Ctx): JobHandler[] => [
  { name: 'retention.delete-old', cron: '17 3 * * *', run: () => deleteOld(context()) }
]
