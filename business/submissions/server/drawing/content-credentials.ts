import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { z } from 'zod'

/** What the Content Credentials of a file say about how it was made. */
export type DeclaredCredentials = { digital_source_types: string[] }

const { resolve } = createRequire(import.meta.url)
/** Nothing is fetched, and nobody is trusted: what a stranger signed says just as much about the picture. */
const SETTINGS = JSON.stringify({ verify: { remote_manifest_fetch: false, verify_trust: false, ocsp_fetch: false } })

const action = z.object({ digitalSourceType: z.string().optional().catch(undefined) })
const assertion = z.object({ label: z.string(), data: z.object({ actions: z.array(action).default([]) }).catch({ actions: [] }) })
const store = z.object({ manifests: z.record(z.string(), z.object({ assertions: z.array(assertion).default([]) })) })

let ready: Promise<typeof import('@contentauth/c2pa-wasm')> | undefined

async function load() {
  const library = await import('@contentauth/c2pa-wasm')
  library.initSync({ module: await readFile(resolve('@contentauth/c2pa-wasm/c2pa.wasm')) })
  return library
}

/**
 * Returns the digital source types that a file's Content Credentials (C2PA) name, those of its ingredients included, or undefined if it has
 * none that can be read. Runs in a decoder.
 */
export async function readContentCredentials(bytes: Buffer, mime: string): Promise<DeclaredCredentials | undefined> {
  ready ??= load()
  const { WasmReader } = await ready
  // The library throws for a file without credentials and for damaged ones alike.
  const reader = await WasmReader.fromBytes(mime, bytes, SETTINGS).catch(() => undefined)
  if (!reader) return undefined
  const { manifests } = store.parse(JSON.parse(reader.json()))
  const actions = Object.values(manifests)
    .flatMap(({ assertions }) => assertions)
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => data.actions)
  const types = actions.flatMap(({ digitalSourceType }) => digitalSourceType ?? [])
  return { digital_source_types: [...new Set(types)].slice(0, TYPES_MAX).map((type) => type.slice(0, TYPE_MAX)) }
}

/** Enough for every type there is, so that a file cannot fill its row. */
const TYPES_MAX = 20
const TYPE_MAX = 200
