import type { Sender } from '#platform/mails/index.ts'

/** Why someone whose address was entered on the privacy page gets an email. */
export const wasEntered = ({ brand_name }: Sender): string =>
  `You get this email because this address was entered on the privacy page of ${brand_name}.`
