/** A paragraph or a list. Links are written as [label](address). */
export type Block = string | readonly string[]

export type Section = {
  /** The anchor of the section on its page. */
  id: string
  /** A short title for the section navigation. */
  chip: string
  title: string
  body: readonly Block[]
}

/** A page of text. Its strings may contain {brand_name} and {support_email}; see `forSite`. */
export type LegalText = {
  path: string
  title: string
  /** For search engines and link previews. */
  description: string
  /** A summary in one or two sentences. */
  intro: string
  /** The date of the last change: YYYY-MM-DD. */
  updated: string
  sections: readonly Section[]
}
