import { BUSINESS_ZONE } from '#platform/contract/zone.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const number = new Intl.NumberFormat('en-US')
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayThere = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: BUSINESS_ZONE })
const month = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', timeZone: BUSINESS_ZONE })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: BUSINESS_ZONE })

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: BUSINESS_ZONE })

const DAY = /^\d{4}-\d{2}-\d{2}$/
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/* Server and browser use the same formats: a page's text must not change when it hydrates. */

/** Formats whole cents as US dollars: 1900 is $19.00. */
export const showDollars = (cents: number): string => dollars.format(cents / 100)

export const showNumber = (value: number): string => number.format(value)

/** Formats a day ('2026-11-21') as it is, or an instant as its day in the business zone. */
export function showDay(iso: string): string {
  return DAY.test(iso) ? day.format(new Date(iso)) : dayThere.format(new Date(iso))
}

/** Formats an instant as its month in the business zone: March 2026. */
export const showMonth = (iso: string): string => month.format(new Date(iso))

/** Formats an instant with its time of day. */
export const showMoment = (iso: string): string => moment.format(new Date(iso))

/** Formats only the time of day of an instant: 3:05 PM. */
export const showTime = (iso: string): string => time.format(new Date(iso))

/** Uses units of 1,000, as shops and mail programs do: 1500 is 1.5 kB. */
export function showBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1)
  const value = bytes / 1000 ** step
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[step]}`
}
