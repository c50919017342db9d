import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createKey } from '#developers/keys.contract.ts'
import type { KeyScope } from '#platform/contract/index.ts'
import type { World } from '../world.ts'

/** What a tool answered: its structure, its text, and whether it failed. */
export type ToolAnswer = { found: Record<string, unknown>; text: string; isError: boolean }

/** Connects the official SDK's client, as an assistant does. `address` is where the app listens. */
export async function connectAssistant(address: string, key?: string) {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = key ? { headers: { authorization: `Bearer ${key}` } } : {}
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit }) as Transport)
  return {
    client,
    use: async (name: string, asked: Record<string, unknown> = {}): Promise<ToolAnswer> => {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: asked })
      const [first] = content as { text: string }[]
      return { found: (structuredContent ?? {}) as Record<string, unknown>, text: first?.text ?? '', isError: isError === true }
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name)
  }
}

/** Makes an API key of a client of that name. */
export async function givenKey(world: World, client: string, scopes: KeyScope[], allowed_origins: string[] = []): Promise<string> {
  const expires_at = new Date(world.now().getTime() + 30 * 86_400_000).toISOString()
  return (await (await world.as('client', client))(createKey, { body: { name: 'Assistant', scopes, expires_at, allowed_origins } })).key
}
