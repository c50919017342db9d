import { useEffect, useReducer, useRef, useState } from 'react'
import { COMPRESS_TARGETS, COMPRESS_WIDTHS, QUALITY, whyNotCompressed } from '../compress.rules.ts'
import { type Change, changed, isBusy, missingAt, type Picture } from './compress-list.ts'
import { type Job, openPool, type Pool } from './compress-pool.ts'
import type { Order, Report } from './compress-worker.ts'
import { drawingOf } from './draw-svg.ts'
import { headOf, type PictureHead } from './picture-head.ts'

/** What a drawing's three sizes come to, and what a picture whose size can't be read yet is taken for. */
const PIXELS_DRAWN = 4_000_000
const PIXELS_UNKNOWN = 25_000_000

let lastId = 0

/** The pictures that were chosen, and what becomes of them. All of it stays in the browser. */
export function useCompressor() {
  const [pictures, change] = useReducer(changed, [])
  const [quality, setQuality] = useState<number>(QUALITY.usual)
  const [refused, setRefused] = useState<{ names: readonly string[]; all: number }>({ names: [], all: 0 })
  const pool = useRef<Pool>(undefined)
  const jobs = useRef(new Map<number, Job>())
  useEffect(() => {
    pool.current = openPool()
    return () => pool.current?.close()
  }, [])

  const run = (id: number, picture: Chosen, order: Pick<Order, 'targets' | 'quality'>) => {
    const job: Job = {
      pixels: pixelsOf(picture.head),
      prepare: async () => {
        if (picture.head.format !== 'svg') return { ...order, format: picture.head.format, source: typed(picture) }
        const drawing = await drawingOf(picture.file)
        if (jobs.current.get(id) === job) change({ kind: 'decoded', id, size: drawing.size })
        const widths = COMPRESS_WIDTHS.filter((width) => order.targets.some((target) => target.width === width))
        const source = async () => Promise.all(widths.map((width) => drawing.draw(width)))
        return whyNotCompressed(drawing.size, 'svg') ?? { ...order, format: 'svg', source: await source() }
      },
      hear: (report) => change(asChange(id, report))
    }
    jobs.current.set(id, job)
    pool.current?.add(job)
  }
  const choose = async (files: readonly File[]) => {
    const wrong: string[] = []
    for (const file of files) {
      const head = await headOf(file).catch(() => undefined)
      if (!head) {
        wrong.push(file.name)
        continue
      }
      const id = ++lastId
      const error = head.size && whyNotCompressed(head.size, head.format)
      change({ kind: 'added', picture: { id, file, head, quality, state: error ? 'failed' : 'waiting', ...(error && { error }) } })
      if (!error) run(id, { file, head }, { targets: COMPRESS_TARGETS, quality })
    }
    setRefused({ names: wrong, all: files.length })
  }
  const forget = (ids: readonly number[]) => {
    for (const id of ids) {
      const job = jobs.current.get(id)
      if (job) pool.current?.cancel(job)
      jobs.current.delete(id)
    }
  }
  return {
    pictures,
    refused,
    quality,
    setQuality,
    choose,
    /** Makes what is missing at the quality that is set now. */
    again: (wanted: readonly Picture[]) => {
      for (const picture of wanted) {
        change({ kind: 'wanted', id: picture.id, quality })
        run(picture.id, picture, { targets: missingAt(picture, quality), quality })
      }
    },
    /** What is made stays. */
    cancel: () => {
      const stopped = pictures.filter(isBusy).map(({ id }) => id)
      forget(stopped)
      for (const id of stopped) change({ kind: 'stopped', id })
    },
    remove: (ids: readonly number[]) => {
      forget(ids)
      change({ kind: 'removed', ids })
    },
    saved: (ids: readonly number[]) => change({ kind: 'saved', ids })
  }
}

export type Compressor = ReturnType<typeof useCompressor>

type Chosen = Pick<Picture, 'file' | 'head'>

const pixelsOf = ({ format, size }: PictureHead): number => {
  if (format === 'svg') return PIXELS_DRAWN
  return size ? size.width * size.height : PIXELS_UNKNOWN
}

/** By what its bytes say: some browsers read a picture by its type alone. */
const typed = ({ file, head }: Chosen): Blob => file.slice(0, file.size, `image/${head.format}`)

function asChange(id: number, report: Report): Change {
  if (report.kind !== 'made') return { ...report, id }
  const { bytes, ...file } = report.file
  return { kind: 'made', id, file: { ...file, blob: new Blob([bytes], { type: `image/${file.type}` }) } }
}
