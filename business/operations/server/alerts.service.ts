import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { alertMail } from '../mails/alert-mail.tsx'
import { isEndMailed, isReminderDue, isResolved, type Problem } from '../rules.ts'
import { measure } from './measure.service.ts'
import * as queries from './queries.ts'

/** What one run reports. */
type Report = { started: Problem[]; lasting: Problem[]; resolved: queries.Alert[] }

/**
 * Compares what is wrong now with what was wrong at the last run. Support gets one email about what started, lasts for another day, or is resolved.
 * The row of each problem decides which of parallel workers reports it. Problems that would stop the email are logged.
 */
export async function watch(ctx: Ctx): Promise<void> {
  const { problems } = await measure(ctx)
  await inTransaction(ctx, async ({ db, now, ports }) => {
    const report = await recordChanges(db, problems, now)
    for (const { id, title, advice } of report.started) ctx.log.error({ problem: id, advice }, `problem: ${title}`)
    for (const { problem, title } of report.resolved) ctx.log.info({ problem }, `resolved: ${title}`)
    const mailed = {
      ...report,
      started: report.started.filter(({ mail }) => mail !== 'never'),
      resolved: report.resolved.filter(isEndMailed)
    }
    if (mailed.started.length + mailed.lasting.length + mailed.resolved.length === 0) return
    const content = await alertMail({ sender: ports.settings, at: now, ...mailed })
    await ports.mail.send(db, { to: ports.settings.support_email, ...content }, { urgent: true })
  })
}

async function recordChanges(tx: Tx, problems: readonly Problem[], now: Date): Promise<Report> {
  const known = new Map((await queries.findAlerts(tx)).map((alert) => [alert.problem, alert]))
  const report: Report = { started: [], lasting: [], resolved: [] }
  for (const problem of problems) {
    const before = known.get(problem.id)
    known.delete(problem.id)
    if (!before && (await queries.insertAlert(tx, startOf(problem, now)))) report.started.push(problem)
    if (before && (await goesOn(tx, problem, before, now))) report.lasting.push(problem)
  }
  for (const alert of known.values()) if (await ends(tx, alert, now)) report.resolved.push(alert)
  return report
}

/** Returns whether support is reminded of a problem that lasts. */
async function goesOn(tx: Tx, problem: Problem, alert: queries.Alert, now: Date): Promise<boolean> {
  if (alert.gone_at) await queries.updateGone(tx, problem.id, null)
  return remind(tx, problem, alert, now)
}

/** Returns whether a problem that is not seen any more counts as resolved. */
async function ends(tx: Tx, alert: queries.Alert, now: Date): Promise<boolean> {
  if (!alert.gone_at) await queries.updateGone(tx, alert.problem, now)
  return isResolved(alert, now) && queries.deleteAlert(tx, alert.problem)
}

async function remind(tx: Tx, problem: Problem, { mailed_at }: queries.Alert, now: Date): Promise<boolean> {
  if (!mailed_at || !isReminderDue(problem, mailed_at, now)) return false
  return queries.updateMailed(tx, problem.id, mailed_at, now)
}

const startOf = ({ id, title, mail }: Problem, now: Date): queries.Alert => ({
  problem: id,
  title,
  started_at: now,
  mailed_at: mail === 'never' ? null : now,
  gone_at: null
})
