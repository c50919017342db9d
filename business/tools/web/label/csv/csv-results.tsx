import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { IconAlert, IconCheck } from '#platform/web/ui/icons.ts'
import type { CsvLabel } from '../../../csv.rules.ts'
import { useObjectUrl } from '../../use-object-url.ts'
import css from './csv-labels.module.css'
import type { CsvResult } from './use-csv-labels.ts'

/** The lines of which no label can be made, with the reasons. */
export function LineProblems({ labels }: { labels: readonly CsvLabel[] }) {
  const wrong = labels.filter(({ problem }) => problem !== undefined)
  if (wrong.length === 0) return null
  return (
    <Notice tone="warn" title={wrong.length === 1 ? '1 line is left out.' : `${wrong.length} lines are left out.`}>
      <ul className={css['problems']}>
        {wrong.map(({ line, problem }) => (
          <li key={line}>
            Line {line}: {problem}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

export function CsvResults({ results }: { results: readonly CsvResult[] }) {
  if (results.length === 0) return null
  return (
    <ul className={css['results']} aria-label="Labels created">
      {results.map((result) => (
        <li key={result.line}>{'made' in result ? <Verified result={result} /> : <Failed result={result} />}</li>
      ))}
    </ul>
  )
}

function Verified({ result: { line, made } }: { result: Extract<CsvResult, { made: unknown }> }) {
  const url = useObjectUrl(made.png)
  return (
    <>
      <span className={css['thumb']}>{url && <img src={url} alt={`Label with the code ${made.value}`} />}</span>
      <span className={css['good']}>
        <IconCheck size={15} aria-hidden="true" /> Verified
      </span>
      <span className={css['quiet']}>Line {line}</span>
    </>
  )
}

function Failed({ result: { line, problem } }: { result: Extract<CsvResult, { problem: string }> }) {
  return (
    <>
      <span className={css['thumb']} />
      <span className={css['bad']}>
        <IconAlert size={15} aria-hidden="true" /> Line {line}: {problem}
      </span>
    </>
  )
}
