import { FREE_LICENSE } from './legal/texts/free-license.ts'
import { LICENSE_TERMS } from './legal/texts/license-terms.ts'
import { PRIVACY } from './legal/texts/privacy.ts'
import { SUBSCRIPTION_TERMS } from './legal/texts/subscription-terms.ts'
import { TERMS } from './legal/texts/terms.ts'

/** The date of the last change of each legal text, by the path of its page. */
export const LEGAL_DATES: ReadonlyMap<string, string> = new Map(
  [TERMS, PRIVACY, LICENSE_TERMS, FREE_LICENSE, SUBSCRIPTION_TERMS].map(({ path, updated }) => [path, updated])
)
