import { type Ctx, inTransaction, type JobHandler } from '#platform/server/index.ts'
import { MAKE_AVIF, makeAvifs } from './avif.service.ts'
import { describeFiles } from './looks.service.ts'
import { extendMilestones } from './milestones.queries.ts'
import { MAKE_PREVIEWS, prepareFiles } from './previews.service.ts'
import { cutStretches } from './stretches.queries.ts'
import { tidySearch } from './synonyms.service.ts'

/** Files that were imported are many, and their AVIFs are nobody's hurry. */
const LATER_MS = 15 * 60 * 1000

export const catalogueJobs = (context: () => Ctx): JobHandler[] => [
  {
    name: MAKE_PREVIEWS,
    run: async ({ file_ids }: { file_ids: string[] }) => {
      const { db, ports } = context()
      await prepareFiles(db, ports.files, file_ids)
      const startAfter = new Date(Date.now() + LATER_MS)
      for (const file_id of file_ids) await ports.jobs.send(db, MAKE_AVIF, { file_id }, { startAfter })
    }
  },
  {
    name: MAKE_AVIF,
    run: async ({ file_id }: { file_id: string }) => {
      const { db, ports } = context()
      await makeAvifs(db, ports.files, file_id)
    }
  },
  { name: 'catalogue.describe-files', cron: '* * * * *', run: () => describeFiles(context()) },
  {
    name: 'catalogue.extend-milestones',
    cron: '*/5 * * * *',
    run: async () => inTransaction(context(), ({ db, now }) => extendMilestones(db, now))
  },
  {
    name: 'catalogue.cut-stretches',
    cron: '*/5 * * * *',
    run: async () => inTransaction(context(), ({ db }) => cutStretches(db))
  },
  {
    name: 'catalogue.tidy-search',
    cron: '*/10 * * * *',
    run: async () => tidySearch(context())
  }
]
