import { addExpense } from '#accounting/contract.ts'
import { sendMessage } from '#requests/conversation.contract.ts'
import { applyWith, DOCX } from '../givens/applicants.ts'
import { givenAsset } from '../givens/catalogue.ts'
import { boughtPlan } from '../givens/plans.ts'
import { attach, givenRequest } from '../givens/requests.ts'
import { assetOnSale, begunCheckout, boughtLicense, type Market } from '../givens/sales.ts'
import { picture, uploadedAsset } from '../givens/submissions.ts'

/** Creates at least one of everything that endpoints are about, owned by the people that `world.person` returns for each role. */
export async function givenFuzzedThings(market: Market): Promise<void> {
  const asset = await assetOnSale(market)
  await givenAsset(market, { title: 'Green owl', category: 'logo', tags: ['owl'], is_free: true })
  await givenAsset(market, { title: 'Old owl', status: 'rejected' })
  await uploadedAsset(market)
  await boughtLicense(market, asset.id)
  await begunCheckout(market, asset.id, { type: 'extended' })
  await boughtPlan(market, 'client')
  const request = await givenRequest(market, { assigned_to: 'employee' })
  const client = await market.as('client')
  await client(sendMessage, { params: { id: request.id }, body: { body: 'Hello' } })
  const { token } = await market.person('client')
  await attach(market, token, request.id, { name: 'fox.png', bytes: await picture() })
  const admin = await market.as('admin')
  await admin(addExpense, {
    body: { amount: '12.50', occurred_at: '2026-02-01T12:00:00Z', category: 'general', project: '', description: 'Paper' }
  })
  await applyWith(market, {}, { resume: { name: 'resume.docx', bytes: DOCX }, gov_id: { name: 'id.png', bytes: await picture() } })
  await market.webhooksDone()
}

/** The ids of existing things by the first word of the address that showed them, so that a call finds what it is about. */
export class KnownIds {
  private readonly topics = new Map<string, string[]>()
  private readonly all: string[] = []

  private static topicOf(url: string): string {
    return (
      url
        .replace(/^\/api/, '')
        .replace(/^\/admin/, '')
        .split(/[/?.]/)[1] ?? ''
    )
  }

  learn(url: string, text: string): void {
    const topic = KnownIds.topicOf(url)
    const known = this.topics.get(topic) ?? []
    this.topics.set(topic, known)
    for (const [, name, id = ''] of text.matchAll(/"(id|[a-z_]+_id)":"([0-9a-f]{8}-[0-9a-f-]{27})"/g)) {
      if (name === 'id' && !known.includes(id) && known.length < 50) known.push(id)
      if (!this.all.includes(id) && this.all.length < 500) this.all.push(id)
    }
  }

  /** Mostly an id of the same topic, otherwise one of something else. */
  find(url: string, nth: number): string | undefined {
    const own = this.topics.get(KnownIds.topicOf(url)) ?? []
    const from = nth % 4 > 0 && own.length > 0 ? own : this.all
    return from[nth % Math.max(1, from.length)]
  }
}
