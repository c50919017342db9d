import { useEffect, useReducer, useRef, useState } from 'react'
import { COMPRESS_TARGETS, COMPRESS_WIDTHS, type PictureSize, QUALITY, sizeProblem } from '../../compress.rules.ts'
import { type Change, changed, isBusy, missingAt, type Picture } from './compress-list.ts'
import { type Job, openPool, type Pool } from './compress-pool.ts'
import type { Order, Report } from './compress-worker.ts'
import { drawingOf } from './draw-svg.ts'
import { headOf, type PictureHead } from './picture-head.ts'

/** The pixels of an SVG's three sizes, and the estimate for an image of unknown size. */
const PIXELS_DRAWN = 4_000_000
const PIXELS_UNKNOWN = 25_000_000

let lastId = 0

/** Manages the chosen images and their compression. Nothing leaves the browser. */
export function useCompressor() {
  const [pictures, change] = useReducer(changed, [])
  const [quality, setQuality] = useState<number>(QUALITY.default)
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
      prepare: () => prepare(picture, order, (size) => jobs.current.get(id) === job && change({ kind: 'decoded', id, size })),
      onReport: (report) => change(asChange(id, report))
    }
    jobs.current.set(id, job)
    pool.current?.add(job)
  }
  const add = (file: File, head: PictureHead) => {
    const id = ++lastId
    const error = head.size && sizeProblem(head.size, head.format)
    change({ kind: 'added', picture: { id, file, head, quality, state: error ? 'failed' : 'waiting', ...(error && { error }) } })
    if (!error) run(id, { file, head }, { targets: COMPRESS_TARGETS, quality })
  }
  const choose = async (files: readonly File[]) => {
    const unsupported: string[] = []
    for (const file of files) {
      const head = await headOf(file).catch(() => undefined)
      if (head) add(file, head)
      else unsupported.push(file.name)
    }
    setRefused({ names: unsupported, all: files.length })
  }
  const cancelJobs = (ids: readonly number[]) => {
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
    /** Creates the missing files at the current quality. */
    again: (wanted: readonly Picture[]) => {
      for (const picture of wanted) {
        change({ kind: 'wanted', id: picture.id, quality })
        run(picture.id, picture, { targets: missingAt(picture, quality), quality })
      }
    },
    /** Files already created are kept. */
    cancel: () => {
      const stopped = pictures.filter(isBusy).map(({ id }) => id)
      cancelJobs(stopped)
      for (const id of stopped) change({ kind: 'stopped', id })
    },
    remove: (ids: readonly number[]) => {
      cancelJobs(ids)
      change({ kind: 'removed', ids })
    },
    saved: (ids: readonly number[]) => change({ kind: 'saved', ids })
  }
}

export type Compressor = ReturnType<typeof useCompressor>

/** Returns the order for a worker, or an error text. Renders an SVG here, because workers cannot. */
async function prepare(
  picture: Chosen,
  order: Pick<Order, 'targets' | 'quality'>,
  onSize: (size: PictureSize) => void
): Promise<Order | string> {
  const { format } = picture.head
  if (format !== 'svg') return { ...order, format, source: typed(picture) }
  const drawing = await drawingOf(picture.file)
  onSize(drawing.size)
  const problem = sizeProblem(drawing.size, format)
  if (problem) return problem
  const widths = COMPRESS_WIDTHS.filter((width) => order.targets.some((target) => target.width === width))
  return { ...order, format, source: await Promise.all(widths.map((width) => drawing.draw(width))) }
}

type Chosen = Pick<Picture, 'file' | 'head'>

const pixelsOf = ({ format, size }: PictureHead): number => {
  if (format === 'svg') return PIXELS_DRAWN
  return size ? size.width * size.height : PIXELS_UNKNOWN
}

/** Sets the detected type, because some browsers decode by type alone. */
const typed = ({ file, head }: Chosen): Blob => file.slice(0, file.size, `image/${head.format}`)

function asChange(id: number, report: Report): Change {
  if (report.kind !== 'made') return { ...report, id }
  const { bytes, ...file } = report.file
  return { kind: 'made', id, file: { ...file, blob: new Blob([bytes], { type: `image/${file.type}` }) } }
}
