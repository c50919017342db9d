import type { Site } from '#platform/web/site.ts'
import { freeLicense } from './texts/free-license.ts'
import { licenseTerms } from './texts/license-terms.ts'
import { privacy } from './texts/privacy.ts'
import { subscriptionTerms } from './texts/subscription-terms.ts'
import { terms } from './texts/terms.ts'

/** The day of the last change of each legal text, by its page's path. */
export const legalDates = (site: Site): Map<string, string> =>
  new Map([terms, privacy, licenseTerms, freeLicense, subscriptionTerms].map((text) => [text(site).path, text(site).updated]))
