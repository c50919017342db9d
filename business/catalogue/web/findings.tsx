import { useId, useState } from 'react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Finding } from '../findings.contract.ts'
import { type CheckedAs, FINDING_LABELS, PARTLY_CHECKED, placeWords } from '../findings.rules.ts'
import type { PreviewWidth } from '../rules.ts'
import css from './findings.module.css'

type ShownFile = { id: string; filename: string; preview_urls: Record<PreviewWidth, string> | null }

interface FindingsProps {
  findings: readonly Finding[]
  checked: CheckedAs
  files: readonly ShownFile[]
  /** Shows how many there are; a click shows which. */
  folded?: boolean
}

/** A finding with the number of its mark on the picture. */
type Marked = Finding & { mark: number | undefined }

/** What the checks found, with the places marked on the pictures. Shows nothing if all were made and found nothing. */
export function Findings({ findings, checked, files, folded = false }: FindingsProps) {
  const id = useId()
  if (findings.length === 0 && checked === 'whole') return null
  const shown = (
    <>
      {checked === 'partly' && !(folded && findings.length === 0) && <p>{PARTLY_CHECKED}</p>}
      {findings.length > 0 && <FindingList findings={withMarks(findings, files)} files={files} />}
    </>
  )
  if (folded)
    return (
      <details className={css['folded']}>
        <summary>{countOf(findings) || PARTLY_CHECKED}</summary>
        {shown}
      </details>
    )
  return (
    <section className={css['findings']} aria-labelledby={id}>
      <h3 id={id} className={css['title']}>
        Findings
      </h3>
      {shown}
    </section>
  )
}

/** Returns '2 warnings, 1 note', '1 warning', or '3 notes'. */
function countOf(findings: readonly Finding[]): string {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length
  const notes = findings.length - warnings
  const many = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)
  return [warnings > 0 && many(warnings, 'warning'), notes > 0 && many(notes, 'note')].filter(Boolean).join(', ')
}

function withMarks(findings: readonly Finding[], files: readonly ShownFile[]): Marked[] {
  let last = 0
  return findings.map((finding) => {
    const is_marked = finding.place && files.some(({ id, preview_urls }) => id === finding.file_id && preview_urls)
    if (is_marked) last += 1
    return { ...finding, mark: is_marked ? last : undefined }
  })
}

function FindingList({ findings, files }: { findings: readonly Marked[]; files: readonly ShownFile[] }) {
  const [pointed, setPointed] = useState<number>()
  const marked = files.filter(({ id }) => findings.some(({ file_id, mark }) => file_id === id && mark !== undefined))
  return (
    <div className={css['body']}>
      <ul className={css['list']}>
        {findings.map((finding, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no id, and the list changes as a whole
            key={at}
            className={css['one']}
            onPointerEnter={() => setPointed(finding.mark)}
            onPointerLeave={() => setPointed(undefined)}
          >
            <OneFinding finding={finding} file={files.length > 1 ? files.find(({ id }) => id === finding.file_id) : undefined} />
          </li>
        ))}
      </ul>
      {marked.map((file) => (
        <MarkedPicture key={file.id} file={file} findings={findings.filter(({ file_id }) => file_id === file.id)} pointed={pointed} />
      ))}
    </div>
  )
}

function OneFinding({ finding: { code, severity, message, place, mark }, file }: { finding: Marked; file: ShownFile | undefined }) {
  const where = [file?.filename, place && placeWords(place)].filter(Boolean).join(', ')
  return (
    <>
      <div className={css['head']}>
        {mark !== undefined && <span className={classNames(css['number'], css[severity])}>{mark}</span>}
        <strong>{FINDING_LABELS[code]}</strong>
        <Badge tone={severity === 'warning' ? 'warn' : 'info'}>{severity === 'warning' ? 'Warning' : 'Note'}</Badge>
      </div>
      <div>
        {message} {where && <span className={css['quiet']}>({where})</span>}
      </div>
    </>
  )
}

type MarkedPictureProps = { file: ShownFile; findings: readonly Marked[]; pointed: number | undefined }

/** The list names every place in words, so the marks are for the eye only. */
function MarkedPicture({ file: { filename, preview_urls }, findings, pointed }: MarkedPictureProps) {
  if (!preview_urls) return null
  return (
    <figure className={css['picture']}>
      <img src={preview_urls[640]} alt={`${filename} with the marked places`} loading="lazy" decoding="async" />
      {findings.map(({ mark, place, severity }) =>
        mark === undefined || !place ? null : (
          <span
            key={mark}
            aria-hidden="true"
            className={classNames(css['mark'], css[severity], mark === pointed && css['pointed'])}
            style={{
              left: `${place.x * 100}%`,
              top: `${place.y * 100}%`,
              width: `${place.width * 100}%`,
              height: `${place.height * 100}%`
            }}
          >
            <span className={classNames(css['number'], css[severity])}>{mark}</span>
          </span>
        )
      )}
    </figure>
  )
}
