import { LinkButton } from '../button.tsx'
import { EmptyState } from '../card.tsx'

type PastLastProps = {
  /** What the list contains, such as 'assets'. */
  of: string
  /** The first page, with the search and filters. */
  to: string
}

/** Replaces a list that has entries, but none on the requested page. */
export const PastLast = ({ of, to }: PastLastProps) => (
  <EmptyState title="This page is past the last one." action={<LinkButton to={to}>To the first page</LinkButton>}>
    The list does not have that many {of}.
  </EmptyState>
)
