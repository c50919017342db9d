import { LinkButton } from './button.tsx'
import { EmptyState } from './card.tsx'

type PastLastProps = {
  /** What the list is of: 'assets'. */
  of: string
  /** The first page, with the search and filters. */
  to: string
}

/** In place of a list that has lines, but none on the page of this number. */
export const PastLast = ({ of, to }: PastLastProps) => (
  <EmptyState title="This page is past the last one." action={<LinkButton to={to}>To the first page</LinkButton>}>
    There are fewer {of} than that.
  </EmptyState>
)
