/** What was measured before the performance work of November 2026, what this run measured, and the goals of that work. */
import type { ApiLine } from './api.ts'
import type { Delivery } from './delivery.ts'
import type { PreviewRates } from './previews.ts'
import type { ProcessFigures } from './process.ts'

export type ThisRun = {
  api: readonly ApiLine[]
  delivery: Delivery
  import_per_second: number
  previews: PreviewRates
  figures: ProcessFigures
}

type Row = { name: string; before: string; now: string; goal: string }

/** Then, with 50,000 assets, no call had an answer in the response cache, only pages had. Shares are of F, and of nginx for files. */
function rowsOf({ api, delivery, import_per_second, previews, figures }: ThisRun): Row[] {
  const shareOf = (name: string): string => digits(api.find((line) => line.name === name)?.share)
  const both = (call: string): string => `${shareOf(`${call}, cached`)} · ${shareOf(`${call}, uncached`)}`
  const perSecond = (name: string): string => digits(api.find((line) => line.name === name)?.per_second)
  const { idle_mb, loaded_mb, second_start_s, photo_ready_s } = figures
  return [
    { name: 'catalogue page of 12, cached · uncached', before: '0.011', now: both('catalogue page of 12'), goal: '0.30 · 0.10' },
    { name: 'asset detail, cached · uncached', before: '0.024', now: both('asset detail'), goal: '0.30 · 0.20' },
    { name: 'pricing of an asset, uncached', before: '0.020', now: shareOf('pricing of an asset, uncached'), goal: '0.20' },
    { name: 'search, one word, uncached', before: '0.0076', now: shareOf('search, one word, uncached'), goal: '0.10' },
    { name: 'search, two words, uncached', before: '0.0043', now: shareOf('search, two words, uncached'), goal: '0.05' },
    { name: 'home, cached', before: '0.20', now: shareOf('home, cached'), goal: '0.35' },
    { name: 'home of a signed-in person, requests/s', before: '81', now: perSecond('home of a signed-in person, cached'), goal: '600' },
    { name: 'a preview', before: '0.014', now: digits(delivery.preview_per_second / delivery.preview_nginx), goal: '0.25' },
    { name: 'page views/s: home and its previews', before: '100', now: digits(delivery.views_per_second), goal: '1500' },
    {
      name: 'memory, idle · loaded',
      before: '256 · 495 MB',
      now: `${digits(idle_mb.resident)} · ${digits(loaded_mb.resident)} MB`,
      goal: '150 · 300 MB'
    },
    { name: 'second start', before: '6.1 s', now: `${digits(second_start_s)} s`, goal: '2 s' },
    { name: 'import, rows/s', before: '1140', now: digits(import_per_second), goal: '4000' },
    { name: 'all previews of a photo', before: '0.45 CPU s', now: `${digits(previews.photo_cpu_s)} CPU s`, goal: '0.30 CPU s' },
    // Then, files were not checked before they were ready.
    { name: 'a photo is ready after its upload', before: '0.73 s', now: `${digits(photo_ready_s.median)} s`, goal: '1 s' }
  ]
}

const digits = (value = Number.NaN): string => {
  if (Number.isNaN(value)) return 'not measured'
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(value < 0.1 ? 2 : 3)
}

export const beforeReport = (size: number, run: ThisRun): string => `## Before and after
Before, with 50,000 assets, and in this run, with ${size}. Shares are of F, those of a preview of nginx.

| | before | now | goal |
|---|---:|---:|---:|
${rowsOf(run)
  .map(({ name, before, now, goal }) => `| ${name} | ${before} | ${now} | ${goal} |`)
  .join('\n')}
`
