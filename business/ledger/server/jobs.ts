import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { verifyNightly } from './nightly.service.ts'

export const VERIFY_LEDGER = 'ledger.verify'

export const ledgerJobs = (context: () => Ctx): JobHandler[] => [
  { name: VERIFY_LEDGER, cron: '17 3 * * *', run: () => verifyNightly(context()) }
]
