import { checkVAT, countries } from 'jsvat'
import { isInEu } from '../../tax.rules.ts'

const EIN = /^\d{2}-\d{7}$/
/** For countries whose numbers are not known here. */
const ANY = /^(?=.*\d)[A-Z0-9][A-Z0-9 ./-]{2,29}$/

/** Prefixes of VAT numbers that are not the country's ISO code. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', IM: 'GB' }

/** Returns a tax number as invoices show it, or undefined if its country has no such numbers. Only the form is checked, not whether it was given out. */
export function readTaxNumber(country: string, typed: string): string | undefined {
  const number = typed.trim().toUpperCase()
  if (country === 'US') return EIN.test(number) ? number : undefined
  const isKnown = isInEu(country) || country === 'GB'
  return readVatNumber(country, number.replace(/[\s.-]/g, '')) ?? (!isKnown && ANY.test(number) ? number : undefined)
}

/** Returns the number with its country's prefix, which may be left out. */
function readVatNumber(country: string, compact: string): string | undefined {
  const own = country === 'IM' ? 'GB' : country
  const given = checkVAT(compact, countries)
  if (given.isValidFormat && given.country?.isoCode.short !== own) return undefined
  const prefix = PREFIXES[country] ?? country
  const full = prefix + compact.replace(new RegExp(`^(${prefix}|${country})`), '')
  const found = checkVAT(full, countries)
  return found.isValidFormat && found.country?.isoCode.short === own ? full : undefined
}
