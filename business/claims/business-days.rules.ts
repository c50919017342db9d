/** A calendar day, YYYY-MM-DD. All functions here count days of the calendar; none of them knows a time zone. */
type Day = string

const DAY_MS = 86_400_000
const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

const toDate = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date): Day => date.toISOString().slice(0, 10)
const dayOf = (year: number, month: number, day: number): Day => toDay(new Date(Date.UTC(year, month - 1, day)))
const weekday = (day: Day): number => toDate(day).getUTCDay()
const plusDays = (day: Day, days: number): Day => toDay(new Date(toDate(day).getTime() + days * DAY_MS))

/** The nth weekday of a month: n from 1, or -1 for the last one. */
function nthWeekday(year: number, month: number, wanted: number, n: number): Day {
  const first = n > 0 ? dayOf(year, month, 1) : dayOf(year, month + 1, 0)
  const away = n > 0 ? (wanted - weekday(first) + 7) % 7 : (wanted - weekday(first) - 7) % 7
  return plusDays(first, away + 7 * (n > 0 ? n - 1 : n + 1))
}

/** A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after (5 U.S.C. §6103(b), Executive Order 11582). */
function observed(day: Day): Day {
  if (weekday(day) === SATURDAY) return plusDays(day, -1)
  return weekday(day) === SUNDAY ? plusDays(day, 1) : day
}

/** The federal holidays of a year (5 U.S.C. §6103(a)) on the days they are observed. New Year's Day may be observed in the year before. */
export function federalHolidays(year: number): Day[] {
  const fixed = [dayOf(year, 1, 1), dayOf(year, 6, 19), dayOf(year, 7, 4), dayOf(year, 11, 11), dayOf(year, 12, 25)]
  const moving = [
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    nthWeekday(year, 5, MONDAY, -1),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    nthWeekday(year, 11, THURSDAY, 4)
  ]
  return [...fixed.map(observed), ...moving].sort()
}

export function isBusinessDay(day: Day): boolean {
  if ([SATURDAY, SUNDAY].includes(weekday(day))) return false
  const year = toDate(day).getUTCFullYear()
  return ![...federalHolidays(year), ...federalHolidays(year + 1)].includes(day)
}

/** Returns the nth business day after a day, which itself does not count. */
export function addBusinessDays(day: Day, count: number): Day {
  let [at, left] = [day, count]
  while (left > 0) {
    at = plusDays(at, 1)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
