import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ABOUT_ARTIST_TEXT } from '../rules.ts'
import { addKeyTools } from './tools/key-tools.ts'
import { addPublicTools } from './tools/public-tools.ts'
import type { Desk } from './tools/tool.ts'

const VERSION = '1'

/** Opens the server for one call. Nothing is kept between calls. */
export function openMcpServer(desk: Desk): McpServer {
  const { brand_name, public_url } = desk.visitor.ports.settings
  const server = new McpServer(
    { name: brand_name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), title: brand_name, version: VERSION, websiteUrl: public_url },
    { instructions: instructionsOf(brand_name) }
  )
  addPublicTools(server, desk)
  addKeyTools(server, desk)
  return server
}

const instructionsOf = (brand: string): string =>
  [
    `${brand} sells licenses for graphic works: icons, vectors, backgrounds, illustrations, and logos.`,
    ABOUT_ARTIST_TEXT,
    'Nothing here buys: give the person the address of the page or of the checkout, and let them decide.',
    'Before you recommend a license, ask for the use, the size of the company, and the print run, and call which_license.'
  ].join(' ')
