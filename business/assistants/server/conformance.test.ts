import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshWorld, type World } from '#tests/support/world.ts'

vi.setConfig({ testTimeout: 60_000 })

let world: World
let address: string
beforeAll(async () => {
  world = await freshWorld()
  address = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.end())

const run = promisify(execFile)
const CLI = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

/**
 * The scenarios of the official conformance suite that apply to any server with tools. The others call tools, resources, and prompts of the
 * suite's own example server (`test_simple_text`, `test://static-text`), or need what this server does not offer: logging, completions,
 * resources, prompts, sampling, elicitation, and streams that are resumed.
 */
const APPLYING = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

/** By the name of their feature. A scenario that a newer suite adds is in neither list, and a person decides. */
const OF_OTHER_SERVERS =
  /^(logging|completion|tools-call|elicitation|resources|prompts)-|^(json-schema-2020-12|server-sse-polling|server-sse-multiple-streams)$/

test('each scenario of the suite either applies or needs what this server does not offer', async () => {
  const { stdout } = await run(process.execPath, [CLI, 'list', '--server'])
  const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].flatMap(([, name]) => name ?? [])
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !OF_OTHER_SERVERS.test(name)).toSorted()).toEqual(APPLYING.toSorted())
})

test.each(APPLYING)('the official scenario %s passes', async (scenario) => {
  const { stdout } = await run(process.execPath, [
    CLI,
    'server',
    '--url',
    `${address.replace('127.0.0.1', 'localhost')}/mcp`,
    '--scenario',
    scenario
  ])
  expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/)
})
