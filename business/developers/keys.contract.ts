import { z } from 'zod'
import { defineRefusals, endpoint, instant, KEY_SCOPES, requiredText } from '#platform/contract/index.ts'
import {
  bareOrigin,
  EXPIRY_TEXT,
  KEY_DAYS_MAX,
  KEY_NAME_MAX,
  KEYS_MAX,
  ORIGIN_LENGTH_MAX,
  ORIGINS_MAX,
  PER_MINUTE_MAX
} from './keys.rules.ts'

const params = z.object({ id: z.uuid().toLowerCase() })

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  prefix: z.string().meta({ description: 'How the key begins' }),
  scopes: z.array(z.enum(KEY_SCOPES)),
  allowed_origins: z.array(z.string()).meta({ description: 'Empty: pages of every origin' }),
  expires_at: instant,
  last_used_at: instant.nullable(),
  created_at: instant,
  per_minute: z.int().meta({ description: 'How many calls a minute' })
})
export type ListedKey = z.output<typeof apiKey>

const UNIQUE = 'Each may be named once.'
const isUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

const origin = z
  .string()
  .trim()
  .max(ORIGIN_LENGTH_MAX, `At most ${ORIGIN_LENGTH_MAX} characters.`)
  .transform((text, context) => {
    const found = bareOrigin(text)
    if (found === null) context.addIssue({ code: 'custom', message: 'Enter an origin such as https://www.example.com, without a path.' })
    return found ?? z.NEVER
  })

export const createKey = endpoint({
  method: 'POST',
  path: '/developers/keys',
  access: ['client', 'employee'],
  proof: true,
  status: 201,
  summary: 'Make an API key. `key` is in this answer alone.',
  body: z.object({
    name: requiredText('Please enter a name.', KEY_NAME_MAX),
    scopes: z.array(z.enum(KEY_SCOPES, 'There is no such scope.')).min(1, 'Please choose what the key may do.').refine(isUnique, UNIQUE),
    expires_at: z.iso.datetime({ offset: true, error: 'Please choose when the key ends.' }).meta({
      description: `In the future, at most ${KEY_DAYS_MAX} days from now`
    }),
    allowed_origins: z
      .array(origin)
      .max(ORIGINS_MAX, `At most ${ORIGINS_MAX} origins.`)
      .refine(isUnique, UNIQUE)
      .default([])
      .meta({ description: 'The pages that may use it, such as https://www.example.com. Empty: pages of every origin' })
  }),
  response: apiKey.extend({ key: z.string() })
})

export const listKeys = endpoint({
  method: 'GET',
  path: '/developers/keys',
  access: ['client', 'employee'],
  summary: "The caller's API keys, newest first, without the keys themselves",
  response: z.object({ items: z.array(apiKey) })
})

export const deleteKey = endpoint({
  method: 'DELETE',
  path: '/developers/keys/:id',
  access: ['client', 'employee'],
  proof: true,
  status: 204,
  summary: 'Delete an API key. It stops at once.',
  params,
  response: z.null()
})

export const listKeysOf = endpoint({
  method: 'GET',
  path: '/admin/developers/keys',
  access: ['admin'],
  grant: 'people',
  summary: 'The API keys of a person, newest first, without the keys themselves',
  query: z.object({ user_id: z.uuid().toLowerCase() }),
  response: z.object({ items: z.array(apiKey) })
})

export const limitKey = endpoint({
  method: 'PATCH',
  path: '/admin/developers/keys/:id',
  access: ['admin'],
  grant: 'people',
  summary: 'Set how many calls a minute an API key may make',
  params,
  body: z.object({
    per_minute: z
      .int('Enter a whole number.')
      .min(1, 'At least 1 call a minute.')
      .max(PER_MINUTE_MAX, `At most ${PER_MINUTE_MAX} calls a minute.`)
  }),
  response: apiKey
})

export const refusals = defineRefusals({
  key_not_found: { status: 404, message: 'This API key does not exist.' },
  invalid_expiry: { status: 422, message: EXPIRY_TEXT },
  too_many_keys: { status: 409, message: `You have ${KEYS_MAX} API keys. Please delete one first.` }
})
