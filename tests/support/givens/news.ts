import { randomUUID } from 'node:crypto'
import { changeAnnouncement, sendAnnouncement, stopAnnouncement, testAnnouncement, writeAnnouncement } from '#marketing/contract.ts'
import type { Api } from '#platform/web/api.ts'
import type { World } from '../world.ts'

const NEWS = { subject: 'Forty foxes', body: 'They are free.' }

/** Writes news that somebody agreed to get, while none is being sent. */
async function sendableNews(world: World, admin: Api): Promise<string> {
  await world.db.updateTable('marketing.announcement').set({ state: 'stopped' }).where('state', '=', 'sending').execute()
  const [email, agreed_at] = [`reader-${randomUUID()}@example.com`, world.now()]
  await world.db
    .insertInto('marketing.consent')
    .values({ email, agreed_at, words: 'News', source: 'free_download', token: email })
    .execute()
  return (await admin(writeAnnouncement, { body: NEWS })).id
}

type Change = () => Promise<() => Promise<unknown>>

/** Every change of an announcement, each prepared so that it can be made. */
export function announcementChanges(world: () => World, admin: () => Api): Record<string, Change> {
  const draft = async () => ({ params: { id: (await admin()(writeAnnouncement, { body: NEWS })).id } })
  const sendable = async () => ({ params: { id: await sendableNews(world(), admin()) } })
  return {
    'POST /admin/marketing/announcements': async () => () => admin()(writeAnnouncement, { body: NEWS }),
    'PATCH /admin/marketing/announcements/:id': async () => {
      const at = await draft()
      return () => admin()(changeAnnouncement, { ...at, body: { subject: 'Other news' } })
    },
    'POST /admin/marketing/announcements/:id/test': async () => {
      const at = await draft()
      return () => admin()(testAnnouncement, at)
    },
    'POST /admin/marketing/announcements/:id/send': async () => {
      const at = await sendable()
      return () => admin()(sendAnnouncement, at)
    },
    'POST /admin/marketing/announcements/:id/stop': async () => {
      const at = await sendable()
      await admin()(sendAnnouncement, at)
      return () => admin()(stopAnnouncement, at)
    }
  }
}
