import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { BUSY, type Ctx, logRefusal, Refusal } from '#platform/server/index.ts'
import type { Admitted } from '../admit.ts'
import type { Call } from '../calls.ts'

/** What the tools work with. `spendPicture` counts a search by picture, once for each call. */
export type Desk = Admitted & { call: Call; spendPicture: () => Promise<void> }

type Tool<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Returns the answer. `text` is for answers that are said rather than listed; otherwise the answer's JSON is the text too. */
  run: (asked: z.output<Input>) => Promise<{ found: z.input<Output>; text?: string }>
}

/** No tool changes anything: none buys, licenses, or spends a plan's download. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

export function addTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  server: McpServer,
  ctx: Ctx,
  { name, title, description, input, output, run }: Tool<Input, Output>
): void {
  const answerCall = async (asked: unknown): Promise<CallToolResult> => {
    try {
      const { found, text } = await run(asked as z.output<Input>)
      const structuredContent = output.parse(found) as Record<string, unknown>
      return { structuredContent, content: [{ type: 'text', text: text ?? JSON.stringify(structuredContent, null, 1) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: explain(ctx, error) }] }
    }
  }
  const config = { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...ANNOTATIONS } }
  server.registerTool<z.ZodObject, z.ZodObject>(name, config, answerCall)
}

/** Says why a tool did not work. The cause of anything unexpected is logged, and not told. */
function explain({ log }: Ctx, error: unknown): string {
  if (error instanceof Refusal) {
    logRefusal(log, error)
    const fields = Object.entries(error.fields ?? {}).map(([name, text]) => `${name}: ${text}`)
    const wait = error.retryAfter === undefined ? [] : [`Try again in ${error.retryAfter} seconds.`]
    return [error.message, ...fields.filter((text) => !text.endsWith(error.message)), ...wait].join(' ')
  }
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, 'too busy for a tool')
    return BUSY.error
  }
  log.error({ err: error }, 'a tool failed')
  return 'Something went wrong. Please try again.'
}
