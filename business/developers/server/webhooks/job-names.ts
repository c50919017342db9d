/** Names are permanent: they are rows in the database. */
export const DELIVER = 'developers.deliver'
export const SWEEP = 'developers.sweep-deliveries'
export const REWRAP = 'developers.rewrap-webhook-secrets'
