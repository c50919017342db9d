import { data, redirect } from 'react-router'
import { checkOut } from '#licensing/contract.ts'
import { handOverAddress, typedHandOver } from '#licensing/hand-over.rules.ts'
import { createOrder } from '#licensing/orders.contract.ts'
import { MAX_ITEMS } from '#licensing/orders.rules.ts'
import { findLicenseType } from '#licensing/rules.ts'
import { withLeftOut } from '#licensing/web/index.ts'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { readForm } from '#platform/web/form.ts'
import { changeCollection, deleteCollection, prepareCollectionHandOver, putItem, readCollection, removeItem } from '../../contract.ts'
import { VISIBILITIES, withoutLicense } from '../../rules.ts'

export const FAILED = 'This could not be saved. Please try again.'

export type Removed = { asset_id: string; note: string; position: string }
export type Done = { done: string; undo?: Removed; fields?: undefined }

const FIELDS = [
  'intent',
  'license_type',
  'terms',
  'do',
  'asset_id',
  'note',
  'position',
  'name',
  'project',
  'visibility',
  'link_days',
  'format',
  'width'
] as const
type Sent = Record<(typeof FIELDS)[number], string>

/** What the forms of a collection's page do. */
export async function runCollection(api: Api, id: string, request: Request) {
  const sent = await readForm(request, ...FIELDS)
  try {
    if (sent.intent === 'delete') {
      await api(deleteCollection, { params: { id } })
      return redirect('/collections?deleted=1')
    }
    if (sent.intent === 'prepare') {
      const hand_over = await api(prepareCollectionHandOver, { params: { id }, body: typedHandOver(sent) })
      return redirect(handOverAddress(hand_over.id))
    }
    if (sent.intent === 'buy') return redirect(await buy(api, id, sent))
    return data(await save(api, id, sent))
  } catch (error) {
    return failed(error, FAILED)
  }
}

async function save(api: Api, id: string, sent: Sent): Promise<Done> {
  if (sent.intent === 'texts') {
    await api(changeCollection, { params: { id }, body: { name: sent.name, project: sent.project } })
    return { done: 'Saved.' }
  }
  if (sent.intent === 'share') return share(api, id, sent)
  if (sent.intent === 'note') {
    await api(putItem, { params: { id, asset_id: sent.asset_id }, body: { note: sent.note } })
    return { done: sent.note.trim() ? 'Note saved.' : 'Note removed.' }
  }
  if (sent.intent === 'restore') {
    const body = { note: sent.note, position: Number(sent.position) }
    await api(putItem, { params: { id, asset_id: sent.asset_id }, body })
    return { done: 'The work is back.' }
  }
  return arrange(api, id, sent.do)
}

/** Starts an order of the licenses that are missing, and returns the address to go on at. */
async function buy(api: Api, id: string, { license_type: typed, terms }: Sent): Promise<string> {
  const license_type = findLicenseType(typed) ?? 'personal'
  const { items } = await api(readCollection, { params: { id } })
  const wanted = withoutLicense(items, license_type)
    .slice(0, MAX_ITEMS)
    .map(({ asset_id }) => ({ asset_id, license_type }))
  const agreed = { terms_accepted: (terms !== '') as true }
  const [only] = wanted
  const back = `/collections/${id}`
  if (wanted.length === 1 && only) return (await api(checkOut, { body: { ...only, ...agreed } })).checkout_url ?? back
  const order = await api(createOrder, { body: { items: wanted, ...agreed } })
  const chosen = items.map(({ asset_id, asset: { title } }) => ({ asset_id, title }))
  return withLeftOut(order.checkout_url ?? back, order, chosen)
}

async function share(api: Api, id: string, { visibility, link_days }: Sent): Promise<Done> {
  const chosen = VISIBILITIES.find((one) => one === visibility) ?? 'private'
  const body = { visibility: chosen, ...(chosen === 'link' && { link_days: Number(link_days || Number.NaN) }) }
  await api(changeCollection, { params: { id }, body })
  return { done: SHARED[chosen] }
}

const SHARED = {
  private: 'Only you see this collection now. Earlier links have ended.',
  team: 'Your team sees this collection now.',
  link: 'Whoever has the link sees this collection now.'
}

/** One step of a button or of a drag: 'move:ID:POSITION' or 'remove:ID'. */
async function arrange(api: Api, id: string, step: string): Promise<Done> {
  const [what, asset_id = '', position = ''] = step.split(':')
  if (what !== 'remove') {
    await api(putItem, { params: { id, asset_id }, body: { position: Number(position) } })
    return { done: `Moved to place ${Number(position) + 1}.` }
  }
  const before = (await api(readCollection, { params: { id } })).items.find((item) => item.asset_id === asset_id)
  await api(removeItem, { params: { id, asset_id } })
  const undo = before && { asset_id, note: before.note ?? '', position: String(before.position) }
  return { done: 'The work is removed from this collection.', ...(undo && { undo }) }
}
