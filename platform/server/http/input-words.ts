import type { z } from 'zod'

const WRONG = 'Please check this value.'
const EMPTY = 'Please fill this in.'

const KINDS: Readonly<Record<string, string>> = {
  number: 'Please send a number.',
  int: 'Please send a whole number.',
  string: 'Please send text.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object.',
  record: 'Please send an object.',
  date: 'Please send a date.'
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Please enter a valid email address.',
  url: 'Please enter a valid web address.',
  uuid: 'Please send a valid ID.',
  guid: 'Please send a valid ID.',
  date: 'Please send a date, such as 2026-03-31.',
  datetime: 'Please send a date with a time, such as 2026-03-31T12:00:00Z.'
}

type Size = { amount: number | bigint; origin: string; inclusive?: boolean | undefined }

function showSize(words: [within: string, beyond: string], { amount, origin, inclusive = true }: Size): string {
  const count = `${inclusive ? words[0] : words[1]} ${amount}`
  if (origin === 'string') return `Please use ${count} ${Number(amount) === 1 ? 'character' : 'characters'}.`
  if (origin === 'array' || origin === 'set') return `Please send ${count} ${Number(amount) === 1 ? 'item' : 'items'}.`
  return `Please send ${count}.`
}

type Issue = z.core.$ZodRawIssue
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>

const isMissing = ({ input }: Issue): boolean => input === undefined
const isEmptyText = ({ origin, minimum }: IssueOf<'too_small'>): boolean => origin === 'string' && Number(minimum) === 1

const WORDS: { [Code in Issue['code']]?: (issue: IssueOf<Code>) => string | undefined } = {
  invalid_type: (issue) => (isMissing(issue) ? EMPTY : KINDS[issue.expected]),
  invalid_value: (issue) =>
    isMissing(issue) ? EMPTY : `Please send ${issue.values.length > 1 ? 'one of these: ' : ''}${issue.values.join(', ')}.`,
  too_big: (issue) => showSize(['at most', 'less than'], { ...issue, amount: issue.maximum }),
  too_small: (issue) => (isEmptyText(issue) ? EMPTY : showSize(['at least', 'more than'], { ...issue, amount: issue.minimum })),
  invalid_format: ({ format }) => FORMATS[format],
  not_multiple_of: ({ divisor }) => `Please send a multiple of ${divisor}.`,
  unrecognized_keys: ({ keys }) => `Unknown ${keys.length > 1 ? 'fields' : 'field'}: ${keys.join(', ')}.`
}

/** Says what is wrong with a value, for fields whose contract says nothing better. */
export function inputWords(issue: Issue): string {
  const say = WORDS[issue.code] as ((issue: Issue) => string | undefined) | undefined
  return say?.(issue) ?? WRONG
}
