import type { Sender } from '#platform/mails/index.ts'

/** Why people with an account get a mail about it. */
export const holdsAccount = ({ brand_name }: Sender): string => `You get this mail because you have an account at ${brand_name}.`

/** Why somebody who filled in a form gets a mail, be it theirs or another's hand. */
export const addressWasEntered = ({ brand_name }: Sender): string => `You get this mail because this address was entered at ${brand_name}.`
