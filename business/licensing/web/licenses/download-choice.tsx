import { type FormEvent, useEffect, useState } from 'react'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { License } from '../../contract.ts'
import { PROJECT_MAX } from '../../hand-over.rules.ts'
import { type DownloadOption, PRESET_WIDTHS, widthsOf, wrongWidth } from '../../rules.ts'
import type { Chosen } from './chosen-download.ts'
import css from './download-choice.module.css'

export type Downloadable = Pick<License, 'id' | 'download_options' | 'originals'>
type ChoiceProps = {
  license: Downloadable
  chosen?: Chosen | undefined /** In which a drawing was opened; '' for its own. */
  colors?: string
  error?: string | undefined
}

/** The preselected width of a drawing: large enough for a screen. */
const DEFAULT_WIDTH = 2048

/** Chooses format and size in a plain form, because the response is a file. Before hydration it offers every size, and the server refuses those that are too large. */
export function DownloadChoice({ license, chosen, colors = '', error }: ChoiceProps) {
  const { id, download_options, originals } = license
  const [file, setFile] = useState(chosen?.file ?? firstOf(download_options))
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  if (download_options.length === 0) return <Notice>No downloadable files</Notice>
  const option = download_options.find(({ format }) => format === file)
  const check = (typed: string) => (option ? wrongWidth(typed, option) : undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(event.currentTarget).get('pixels')
    if (typeof typed === 'string' && check(typed)) event.preventDefault()
  }
  return (
    <form method="get" action={`/client/licenses/${id}/download`} className={css['form']} onSubmit={submit} noValidate>
      {colors && (
        <Checkbox label="In the colors that you chose. Uploaded files stay as they are." name="colors" value={colors} defaultChecked />
      )}
      <Select
        label="Format"
        name="file"
        options={[...download_options.map(asChoice), ...originals.map(asOriginal)]}
        value={file}
        onChange={(event) => setFile(event.currentTarget.value)}
      />
      {!hydrated && <Sizes sizes={EVERY_SIZE} chosen={chosen} check={check} error={error} />}
      {hydrated && option && hasSizes(option) && (
        <Sizes key={file} sizes={sizesOf(option)} chosen={chosen} check={check} error={error} largest={option.largest_width} />
      )}
      {hydrated && <p className={css['note']}>{noteOn(option)}</p>}
      <TextField
        label="Project"
        optional
        name="project"
        autoComplete="off"
        maxLength={PROJECT_MAX}
        defaultValue={chosen?.project}
        hint="In front of the file’s name, and on the certificate"
      />
      {error && hydrated && !(option && hasSizes(option)) && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" kind="main" wide>
        Download
      </Button>
      <Button type="submit" formAction={`/api/licenses/${id}/certificate`} formNoValidate wide>
        Certificate (PDF)
      </Button>
    </form>
  )
}

type Size = { value: string; label: string }
type SizesProps = { sizes: Size[]; chosen: Chosen | undefined; error: string | undefined; largest?: number | null } & {
  check: (typed: string) => string | undefined
}

function Sizes({ sizes, chosen, check, error, largest }: SizesProps) {
  const first = [chosen?.size, '', String(DEFAULT_WIDTH)].find((size) => sizes.some(({ value }) => value === size))
  return (
    <>
      <Select label="Width" name="size" options={sizes} defaultValue={first ?? sizes.at(-1)?.value} />
      {largest !== null && (
        <TextField
          label="Another width, in pixels"
          optional
          name="pixels"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={chosen?.pixels}
          check={check}
          error={error}
        />
      )}
    </>
  )
}

/** Preselects the first format that has sizes. */
const firstOf = (options: readonly DownloadOption[]): string => (options.find(hasSizes) ?? options[0])?.format ?? ''

const hasSizes = ({ largest_width, own_width }: DownloadOption): boolean => largest_width !== null || own_width !== null

const pixels = (width: number): string => `${width} px`
const asSize = (width: number): Size => ({ value: String(width), label: pixels(width) })
const EVERY_SIZE: Size[] = [{ value: '', label: 'Original size' }, ...PRESET_WIDTHS.map(asSize)]

function sizesOf(option: DownloadOption): Size[] {
  const { own_width } = option
  const own = own_width === null ? [] : [{ value: '', label: `Original, ${pixels(own_width)}` }]
  return [
    ...own,
    ...widthsOf(option)
      .filter((width) => width !== own_width)
      .map(asSize)
  ]
}

const asChoice = ({ format }: DownloadOption): Size => ({ value: format, label: format.toUpperCase() })

const asOriginal = ({ file_id, format, size_in_kb }: License['originals'][number]): Size => ({
  value: file_id,
  label: `Original ${format.toUpperCase()}, ${showNumber(size_in_kb)} KB`
})

function noteOn(option: DownloadOption | undefined): string {
  if (!option) return 'The file as the artist uploaded it, byte for byte.'
  if (hasSizes(option) || option.format === 'svg') return 'The file carries the artist’s name and your license.'
  return 'The file as the artist uploaded it.'
}
