import { describe, expect, test } from 'vitest'
import { queues } from '#processes/part-registry.ts'
import { durationText, findProblems, hasQueueTitle, isReminderDue, type Measured, type Problem } from './rules.ts'

const NOW = new Date('2026-03-05T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const HOUR = 60

const HEALTHY: Measured = {
  queues: [{ name: 'ledger.verify', waiting: 0, failed: 0, oldest: null, failing_since: null }],
  mails: { retrying: 0, oldest: null },
  last_failed_at: null,
  oldest_event_at: null,
  unprocessed_events: 0,
  disk_is_low: false,
  store_is_reachable: true,
  ledger: { checked_at: ago(9 * HOUR), broken: null },
  last_backup_at: null,
  watched_since: ago(1000 * HOUR)
}
const idsOf = (change: Partial<Measured>) => findProblems({ ...HEALTHY, ...change }, NOW).map(({ id }) => id)
const waiting = (name: string, minutes: number) => ({
  queues: [{ name, waiting: 1, failed: 0, oldest: ago(minutes), failing_since: null }]
})
const failing = (name: string, minutes: number) => ({
  queues: [{ name, waiting: 0, failed: 0, oldest: null, failing_since: ago(minutes) }]
})

test.each<[string, Partial<Measured>, string[]]>([
  ['nothing is wrong', {}, []],
  ['an email waits for 10 minutes', waiting('platform.send-mail', 10), []],
  ['an email waits for 11 minutes', waiting('platform.send-mail', 11), ['queue_late:platform.send-mail']],
  ['a preview waits for 50 minutes', waiting('catalogue.make-previews', 50), []],
  ['an AVIF waits for 23 hours', waiting('catalogue.make-avif', 23 * HOUR), []],
  ['an unknown queue waits for 61 minutes', waiting('new.queue', 61), ['queue_late:new.queue']],
  ['a job fails for 16 minutes', failing('payments.process-event', 16), ['queue_failing:payments.process-event']],
  ['a job fails for 14 minutes', failing('payments.process-event', 14), []],
  ['an email fails for a day', failing('platform.send-mail', 24 * HOUR), []],
  ['an email is refused for 11 minutes', { mails: { retrying: 1, oldest: ago(11) } }, ['mail_failing']],
  ['an email is refused for a minute', { mails: { retrying: 1, oldest: ago(1) } }, []],
  ['an event waits for 31 minutes', { unprocessed_events: 2, oldest_event_at: ago(31) }, ['webhook_events']],
  ['an event waits for 29 minutes', { unprocessed_events: 2, oldest_event_at: ago(29) }, []],
  ['the ledger is broken', { ledger: { checked_at: ago(1), broken: 'seal 3 is missing' } }, ['ledger_broken']],
  ['the ledger was checked 27 hours ago', { ledger: { checked_at: ago(27 * HOUR), broken: null } }, ['ledger_unchecked']],
  ['the ledger was never checked', { ledger: { checked_at: null, broken: null } }, ['ledger_unchecked']],
  ['a new installation has no check yet', { ledger: { checked_at: null, broken: null }, watched_since: ago(HOUR) }, []],
  ['the last backup is 27 hours old', { last_backup_at: ago(27 * HOUR) }, ['backup_missing']],
  ['the last backup is 25 hours old', { last_backup_at: ago(25 * HOUR) }, []]
])('when %s', (_name, change, ids) => expect(idsOf(change)).toEqual(ids))

describe('a reminder', () => {
  const problem = (more: Partial<Problem>): Problem => ({ id: 'x', title: 'x', advice: 'x', mail: 'daily', ...more })
  test.each<[string, Partial<Problem>, number, boolean]>([
    ['is due after a day', {}, 24 * HOUR, true],
    ['is not due before', {}, 23 * HOUR, false],
    ['is never due where no email is sent', { mail: 'never' }, 48 * HOUR, false],
    ['of failed jobs needs a new one', { mail: 'when_new', newest: ago(30 * HOUR) }, 24 * HOUR, false],
    ['of failed jobs is due with a new one', { mail: 'when_new', newest: ago(HOUR) }, 24 * HOUR, true]
  ])('%s', (_name, more, minutes, isDue) => expect(isReminderDue(problem(more), ago(minutes), NOW)).toBe(isDue))
})

test.each([
  [20_000, '1 minute'],
  [22 * 60_000, '22 minutes'],
  [3 * 3_600_000, '3 hours'],
  [50 * 3_600_000, '2 days']
])('%d ms is %s', (ms, text) => expect(durationText(ms)).toBe(text))

test('every queue has a name in words', () => {
  expect(queues().filter(({ name }) => !hasQueueTitle(name))).toEqual([])
})
