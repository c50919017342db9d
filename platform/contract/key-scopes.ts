/** What an API key may be used for. Its owner chooses when making it. */
export const KEY_SCOPES = ['catalogue', 'licenses', 'downloads', 'icons'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]
