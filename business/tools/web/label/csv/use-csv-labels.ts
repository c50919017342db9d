import { useEffect, useMemo, useRef, useState } from 'react'
import { CSV_BYTES_MAX, CSV_TEXTS, type Csv, type CsvLabel, labelsOf, type Mapping, mappingOf, readCsv } from '../../../csv.rules.ts'
import type { Label } from '../../../label.rules.ts'
import { LABEL_TEXTS } from '../../../label.rules.ts'
import type { MadeOne } from '../make-label.ts'

/** What became of a line: its verified label, or why there is none. */
export type CsvResult = { line: number } & ({ made: MadeOne } | { problem: string })
type OpenFile = { csv: Csv; mapping: Mapping }

const NOTHING: readonly CsvResult[] = []

/** A CSV file, its columns, and the labels made from it. A change of the file, the columns, or the form discards the labels. */
export function useCsvLabels(form: Label) {
  const [file, setFile] = useState<OpenFile>()
  const [problem, setProblem] = useState<string>()
  const labels = useMemo(() => (file ? labelsOf(file.csv, file.mapping, form) : []), [file, form])
  const [results, setResults] = useState<{ of: readonly CsvLabel[]; made: readonly CsvResult[] }>()
  const current = useRef(labels)
  useEffect(() => {
    current.current = labels
  }, [labels])
  const made = results?.of === labels ? results.made : NOTHING
  const usable = labels.filter((one) => one.problem === undefined)

  const open = async (chosen: File) => {
    const csv = chosen.size > CSV_BYTES_MAX ? { problem: CSV_TEXTS.too_large } : readCsv(textOf(await chosen.arrayBuffer()))
    setProblem('problem' in csv ? csv.problem : undefined)
    setFile('problem' in csv ? undefined : { csv, mapping: mappingOf(csv.columns, form.content_type) })
  }
  const create = async () => {
    const found: CsvResult[] = []
    setResults({ of: labels, made: [] })
    for (const one of usable) {
      const result = await resultOf(one)
      if (current.current !== labels) return
      found.push(result)
      setResults({ of: labels, made: [...found] })
    }
  }
  return {
    file,
    problem,
    labels,
    usable,
    made,
    isBusy: results?.of === labels && made.length < usable.length,
    open: (chosen: File) => void open(chosen),
    create: () => void create(),
    map: (mapping: Mapping) => setFile((before) => before && { ...before, mapping })
  }
}

export type CsvWork = ReturnType<typeof useCsvLabels>

async function resultOf({ line, label }: CsvLabel): Promise<CsvResult> {
  try {
    const { makeOne, errorText } = await import('../make-label.ts')
    try {
      return { line, made: await makeOne(label) }
    } catch (error) {
      return { line, problem: errorText(error) }
    }
  } catch (error) {
    console.error(error)
    return { line, problem: LABEL_TEXTS.failed }
  }
}

/** Spreadsheets write UTF-8 or the encoding of Windows. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
