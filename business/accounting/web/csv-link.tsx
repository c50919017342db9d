import { LinkButton } from '#platform/web/ui/button.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { rangeQuery } from './range-form.tsx'

type CsvLinkProps = { file: 'payments' | 'wages' | 'expenses' | 'months'; start: string; end: string }

/** Downloads all lines of the range as CSV. */
export function CsvLink({ file, start, end }: CsvLinkProps) {
  return (
    <LinkButton
      to={`/api/admin/reports/${file}.csv${rangeQuery(start, end)}`}
      reloadDocument
      download
      small
      aria-label={`Download ${file} as CSV`}
    >
      <IconDownload size={16} aria-hidden="true" />
      CSV
    </LinkButton>
  )
}
