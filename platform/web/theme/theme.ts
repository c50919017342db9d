export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The server reads this cookie to write the right data-theme, so that pages do not flash. */
export const THEME_COOKIE = 'theme'

export const isTheme = (text: unknown): text is Theme => THEMES.includes(text as Theme)

const YEAR_SECONDS = 31_536_000

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers we serve
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
