import { recolorSvg } from '#platform/svg/recolor-svg.ts'

/* Loaded when a person recolors a work that is free now. */

const sources = new Map<string, Promise<string>>()

/** Returns the address of a picture that this browser has recolored. Its caller releases it. Rejects if the drawing cannot be loaded. */
export async function recolorHere(asset_id: string, changes: ReadonlyMap<string, string>): Promise<string> {
  const svg = sources.get(asset_id) ?? load(asset_id)
  sources.set(asset_id, svg)
  svg.catch(() => sources.delete(asset_id))
  const changed = recolorSvg(await svg, changes)
  if (changed === undefined) throw new Error('This drawing is not well-formed.')
  return URL.createObjectURL(new Blob([changed], { type: 'image/svg+xml' }))
}

async function load(asset_id: string): Promise<string> {
  const answer = await fetch(`/api/assets/${asset_id}/source.svg`)
  if (!answer.ok) throw new Error(`The drawing could not be loaded: ${answer.status}.`)
  return answer.text()
}
