import type { Site } from '#platform/web/site.ts'

/** A paragraph or a list; links stand in the text as [what is read](where it leads). */
export type Block = string | readonly string[]

export type Section = {
  /** The section's address on its page. */
  id: string
  /** The title in one or two words. */
  chip: string
  title: string
  body: readonly Block[]
}

export type LegalText = {
  path: string
  title: string
  /** For search engines and shared links. */
  description: string
  /** The page in one or two sentences. */
  intro: string
  /** The day of the last change: 2026-11-21. */
  updated: string
  sections: readonly Section[]
}

/** A text names the site, so it is made when its page is asked for. */
export type TextOf = (site: Site) => LegalText
