import type { Sender } from '#platform/mails/index.ts'

/** Why an account holder gets an email. */
export const holdsAccount = ({ brand_name }: Sender): string => `You get this email because you have an account at ${brand_name}.`

/** Why someone whose address was entered in a form gets an email. */
export const addressWasEntered = ({ brand_name }: Sender): string => `You get this email because this address was entered at ${brand_name}.`
