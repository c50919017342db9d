import type { Ctx, JobHandler } from '#platform/server/index.ts'
import { deliverOne, sweepDeliveries } from './deliver.service.ts'
import { DELIVER, REWRAP, SWEEP } from './job-names.ts'
import { rewrapWebhookSecrets } from './secret-keys.service.ts'

export const webhooksJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: DELIVER,
    // Attempts wait for receivers and need little else. Each worker makes one at a time, so a slow one holds up no batch.
    concurrency: 12,
    // A job only says that something is due. The deliveries themselves store when they are tried again.
    retries: 'minutes',
    expires_after_seconds: 60,
    is_deleted_when_done: true,
    run: ({ user_id }: { user_id: string }) => deliverOne(context, user_id)
  },
  { name: SWEEP, cron: '* * * * *', run: () => sweepDeliveries(context()) },
  // With the keys that an operator has put in front of the older ones.
  { name: REWRAP, cron: '47 4 * * *', run: async () => void (await rewrapWebhookSecrets(context())) }
]
