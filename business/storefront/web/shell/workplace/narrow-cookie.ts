/** The server reads this cookie, so that a sidebar that was narrowed to its icons does not open for a moment. */
const COOKIE = 'sidebar'
const NARROW = `${COOKIE}=icons`
const YEAR_SECONDS = 31_536_000

export const isNarrowIn = (cookies: string | null): boolean => (cookies ?? '').split(/; */).includes(NARROW)

export function rememberNarrow(isNarrow: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = `${isNarrow ? NARROW : `${COOKIE}=`}; Path=/; Max-Age=${isNarrow ? YEAR_SECONDS : 0}; SameSite=Lax`
}
