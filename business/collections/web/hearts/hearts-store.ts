import { useEffect, useSyncExternalStore } from 'react'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { reportError } from '#platform/web/report.ts'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { addHearts, listHearts, putItem, removeHeart } from '../../contract.ts'
import { HEARTS_ASKED_MAX } from '../../rules.ts'
import { readVisitorHearts, writeVisitorHearts } from './visitor-hearts.ts'

const LIST = route<typeof listHearts>({ method: 'GET', path: '/hearts' })
const ADD = route<typeof addHearts>({ method: 'POST', path: '/hearts' })
const REMOVE = route<typeof removeHeart>({ method: 'DELETE', path: '/hearts/:asset_id' })
const PUT_BACK = route<typeof putItem>({ method: 'PUT', path: '/collections/:id/items/:asset_id' })

/** Cards that appear together are asked about by one call. */
const ASK_AFTER_MS = 20

/** Whose hearts these are; null for a visitor's. */
let owner: string | null = null
let hearts = new Set<string>()
const asked = new Set<string>()
const waiting = new Set<string>()
const busy = new Set<string>()
const listeners = new Set<() => void>()

function change(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(asset_id: string, isOn: boolean): void {
  if (isOn) hearts.add(asset_id)
  else hearts.delete(asset_id)
  change()
}

/** Whether the person keeps the work. It is false until the server has said so. */
export function useHeart(asset_id: string, person: string | null): boolean {
  const isOn = useSyncExternalStore(
    listen,
    () => owner === person && hearts.has(asset_id),
    () => false
  )
  useEffect(() => ask(asset_id, person), [asset_id, person])
  return isOn
}

function ask(asset_id: string, person: string | null): void {
  if (owner !== person || (person === null && asked.size === 0)) begin(person)
  if (asked.has(asset_id)) return
  asked.add(asset_id)
  if (person === null) return
  if (waiting.size === 0) setTimeout(() => void askServer(person), ASK_AFTER_MS)
  waiting.add(asset_id)
}

/** Someone else looks at the page now. */
function begin(person: string | null): void {
  owner = person
  asked.clear()
  waiting.clear()
  hearts = new Set(person === null ? readVisitorHearts() : [])
  change()
}

async function askServer(person: string): Promise<void> {
  const ids = [...waiting]
  waiting.clear()
  for (let from = 0; from < ids.length; from += HEARTS_ASKED_MAX) await askAbout(ids.slice(from, from + HEARTS_ASKED_MAX), person)
}

async function askAbout(asset_ids: readonly string[], person: string): Promise<void> {
  try {
    const answer = await browserApi()(LIST, { query: { asset_ids: asset_ids.join(',') } })
    if (owner !== person) return
    // One that is being pressed now shows what was pressed.
    hearts = new Set([...hearts, ...answer.asset_ids.filter((id) => !busy.has(id))])
    change()
  } catch (error) {
    // The hearts stay empty, and are asked about again when they appear again.
    for (const id of asset_ids) asked.delete(id)
    reportError(error)
  }
}

/** Shows the change immediately, and takes it back if it cannot be saved. */
export async function toggleHeart(asset_id: string, person: string | null): Promise<void> {
  const isOn = hearts.has(asset_id)
  if (person === null) return keepInBrowser(asset_id, !isOn)
  if (busy.has(asset_id)) return
  busy.add(asset_id)
  set(asset_id, !isOn)
  try {
    await (isOn ? remove(asset_id, person) : add(asset_id, person))
  } catch (error) {
    set(asset_id, isOn)
    toast(textOf(error), 'bad')
  } finally {
    busy.delete(asset_id)
  }
}

function textOf(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return error.message
  reportError(error)
  return 'This could not be saved. Please try again.'
}

async function add(asset_id: string, person: string): Promise<void> {
  const { collection } = await browserApi()(ADD, { body: { asset_ids: [asset_id] } })
  toast(`Kept in “${collection.name}”.`, 'good', { label: 'Undo', act: () => void toggleHeart(asset_id, person) })
}

async function remove(asset_id: string, person: string): Promise<void> {
  const { removed_from: from, is_hearted } = await browserApi()(REMOVE, { params: { asset_id } })
  set(asset_id, is_hearted)
  if (!from) return
  const { id, name, note, position } = from
  toast(`Removed from “${name}”.`, 'good', { label: 'Undo', act: () => void putBack({ id, asset_id, note, position }, person) })
}

type Removed = { id: string; asset_id: string; note: string | null; position: number }

async function putBack({ id, asset_id, note, position }: Removed, person: string): Promise<void> {
  try {
    await browserApi()(PUT_BACK, { params: { id, asset_id }, body: { note, position } })
    if (owner === person) set(asset_id, true)
  } catch (error) {
    toast(textOf(error), 'bad')
  }
}

let isTold = false

function keepInBrowser(asset_id: string, isOn: boolean): void {
  const others = (readVisitorHearts() ?? []).filter((id) => id !== asset_id)
  if (!writeVisitorHearts(isOn ? [...others, asset_id] : others)) {
    toast('This browser does not let the page keep it. Please log in.', 'bad')
    return
  }
  set(asset_id, isOn)
  if (!isOn || isTold) return
  isTold = true
  const login = () => location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  toast('Kept in this browser. Log in to keep it in your collections.', 'good', { label: 'Log in', act: login })
}
