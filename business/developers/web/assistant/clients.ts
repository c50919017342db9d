/** How an assistant is connected: what to copy, and where it goes. */
export type ClientSettings = { name: string; where: string; open: string; keyed: string; after?: string }

/** What an assistant replaces by a value of its own. */
const variable = (name: string): string => `\${${name}}`
const written = (value: object): string => JSON.stringify(value, null, 2)

/** Returns the settings of the known assistants for an address of /mcp, without a key and with one that is not written down in the settings. */
export function clientsFor(address: string, name: string): ClientSettings[] {
  const server = { type: 'http', url: address }
  const withKey = (value: string) => ({ headers: { Authorization: `Bearer ${value}` } })
  const input = { type: 'promptString', id: 'easel-key', description: 'API key', password: true }
  return [
    {
      name: 'Claude Code',
      where: 'Run this in a terminal. With a key, it is read from EASEL_KEY now and stored in your own settings.',
      open: `claude mcp add --transport http ${name} ${address}`,
      keyed: `claude mcp add --transport http ${name} ${address} --header "Authorization: Bearer $EASEL_KEY"`
    },
    {
      name: 'Claude Desktop',
      where:
        'Without a key, add a custom connector with this address in Settings, Connectors. With a key, put this into claude_desktop_config.json.',
      open: address,
      keyed: written({
        mcpServers: {
          [name]: {
            command: 'npx',
            args: ['-y', 'mcp-remote', address, '--header', `Authorization:${variable('AUTHORIZATION')}`],
            env: { AUTHORIZATION: 'Bearer YOUR_KEY' }
          }
        }
      }),
      after: 'Type your key in place of YOUR_KEY, and keep the file to yourself.'
    },
    {
      name: 'VS Code',
      where: 'Put this into .vscode/mcp.json. VS Code asks for the key and stores it safely.',
      open: written({ servers: { [name]: server } }),
      keyed: written({ inputs: [input], servers: { [name]: { ...server, ...withKey(variable('input:easel-key')) } } })
    },
    {
      name: 'Cursor',
      where: 'Put this into .cursor/mcp.json. Cursor reads the key from EASEL_KEY.',
      open: written({ mcpServers: { [name]: { url: address } } }),
      keyed: written({ mcpServers: { [name]: { url: address, ...withKey(variable('env:EASEL_KEY')) } } })
    },
    {
      name: 'Another assistant',
      where: 'Most assistants take settings like these: streamable HTTP, and a key as a bearer token.',
      open: written({ mcpServers: { [name]: server } }),
      keyed: written({ mcpServers: { [name]: { ...server, ...withKey('YOUR_KEY') } } }),
      after: 'Type your key in place of YOUR_KEY, and keep the file to yourself.'
    }
  ]
}

/** What the tools do, for a person. */
export const TOOLS: readonly { name: string; text: string; scope?: string }[] = [
  { name: 'search_assets', text: 'Search the works on sale by words.' },
  { name: 'get_asset', text: 'Read one work: what it shows, its formats, and its prices.' },
  { name: 'search_by_picture', text: 'Find works that look like a picture. Nothing of the picture is stored.' },
  { name: 'which_license', text: 'Say which license a use needs, and why.' },
  { name: 'verify_certificate', text: 'Say whether a license certificate is valid.' },
  { name: 'my_licenses', text: 'List your licenses.', scope: 'licenses' },
  { name: 'download', text: 'Give a link to a work that you have a license for.', scope: 'downloads' }
]
