import { expect, test } from 'vitest'
import { z } from 'zod'
import { inputWords } from './input-words.ts'

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value, { error: inputWords }).error?.issues[0]?.message

test.each([
  [z.coerce.number(), 'many', 'Please send a number.'],
  [z.int(), 1.5, 'Please send a whole number.'],
  [z.string(), undefined, 'Please fill this in.'],
  [z.string(), 7, 'Please send text.'],
  [z.boolean(), 'maybe', 'Please send true or false.'],
  [z.array(z.string()), 'a', 'Please send a list.'],
  [z.object({}), null, 'Please send an object.'],
  [z.enum(['icon', 'logo']), 'photo', 'Please send one of these: icon, logo.'],
  [z.enum(['icon', 'logo']), undefined, 'Please fill this in.'],
  [z.literal(true), false, 'Please send true.'],
  [z.number().max(100), 101, 'Please send at most 100.'],
  [z.number().lt(100), 100, 'Please send less than 100.'],
  [z.number().min(1), 0, 'Please send at least 1.'],
  [z.number().positive(), 0, 'Please send more than 0.'],
  [z.string().max(3), 'abcd', 'Please use at most 3 characters.'],
  [z.string().max(1), 'ab', 'Please use at most 1 character.'],
  [z.string().min(1), '', 'Please fill this in.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Please send at most 2 items.'],
  [z.email(), 'ada', 'Please enter a valid email address.'],
  [z.uuid(), '1', 'Please send a valid ID.'],
  [z.iso.date(), 'today', 'Please send a date, such as 2026-03-31.'],
  [z.string().regex(/^a$/), 'b', 'Please check this value.'],
  [z.number().multipleOf(5), 7, 'Please send a multiple of 5.'],
  [z.strictObject({}), { one: 1, two: 2 }, 'Unknown fields: one, two.'],
  [z.union([z.string(), z.number()]), true, 'Please check this value.'],
  [z.string('Please enter a title.'), 7, 'Please enter a title.']
])('%# what is wrong is said in plain words: %3$s', (schema, value, words) => {
  expect(said(schema, value)).toBe(words)
})
