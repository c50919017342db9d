/** npm run bench:findings: puts faults into the demo's artwork, counts which are found, and counts the false alarms. Writes bench/findings/results.md. */
import { writeFileSync } from 'node:fs'
import { checkFile } from '#catalogue/server/findings/check-tasks.ts'
import { gather } from '../../catalogue-import/artwork/artwork.ts'
import { demoArtwork } from '../../catalogue-import/demo.ts'
import { randomFrom } from '../../catalogue-import/random.ts'
import { type Faulty, INJECTORS, rendered } from './inject.ts'

const FAULTS = Number(process.env['FAULTS'] ?? 200)
/** Works of the demo that are checked as they are, as vectors and as pixels; all by default. */
const WORKS = Number(process.env['WORKS'] ?? Number.POSITIVE_INFINITY)

const works = await gather(demoArtwork())
const icons = works.filter(({ category }) => category === 'icon')
const { next: random } = randomFrom('findings')

async function foundIn({ bytes, format }: Pick<Faulty, 'bytes' | 'format'>): Promise<string[]> {
  const { faults } = await checkFile(bytes, format, null)
  return [...new Set(faults.map(({ code }) => code))]
}

type Row = { code: string; how: string; title: string; is_found: boolean }

async function findFaults(): Promise<Row[]> {
  const rows: Row[] = []
  for (let at = 0; rows.length < FAULTS; at += 1) {
    const work = icons[Math.floor(random() * icons.length)]
    const injector = INJECTORS[at % INJECTORS.length]
    const faulty = work && injector && (await injector(work.svg, random))
    if (!work || !faulty) continue
    rows.push({ code: faulty.code, how: faulty.how, title: work.title, is_found: (await foundIn(faulty)).includes(faulty.code) })
  }
  return rows
}

type Alarm = { title: string; category: string; format: string; codes: string[]; ms: number }

async function falseAlarms(): Promise<Alarm[]> {
  const alarms: Alarm[] = []
  const step = Math.max(1, Math.floor(works.length / WORKS))
  for (const [at, { title, category, svg }] of works.entries()) {
    if (at % step !== 0) continue
    const vector = { format: 'svg', bytes: Buffer.from(svg) } as const
    const pixels = { format: 'png', bytes: await rendered(svg, 1000).png().toBuffer() } as const
    for (const file of at % 5 === 0 ? [vector, pixels] : [vector]) {
      const start = performance.now()
      const codes = await foundIn(file)
      alarms.push({ title, category, format: file.format, codes, ms: performance.now() - start })
    }
  }
  return alarms
}

const rows = await findFaults()
const alarms = await falseAlarms()
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const byCode = [...new Set(rows.map(({ code }) => code))].map((code) => {
  const own = rows.filter((row) => row.code === code)
  const found = own.filter(({ is_found }) => is_found).length
  return `| ${code} | ${own.length} | ${found} | ${share(found, own.length)} |`
})
const loud = alarms.filter(({ codes }) => codes.length > 0)
const found = rows.filter(({ is_found }) => is_found).length
const text = `# Findings
One run of \`npm run bench:findings\`: ${rows.length} faults put into icons of the demo, and ${alarms.length} of its works as they are (as SVG, every fifth also as PNG of 1000 px).

| fault | injected | found | share |
| --- | --- | --- | --- |
${byCode.join('\n')}
| all | ${rows.length} | ${found} | ${share(found, rows.length)} |

False alarms: ${loud.length} of ${alarms.length} works (${share(loud.length, alarms.length)}). A check takes ${median(alarms.map(({ ms }) => ms)).toFixed(0)} ms (median).

Missed:
${
  rows
    .filter(({ is_found }) => !is_found)
    .map(({ code, how, title }) => `- ${code}: ${how}, ${title}`)
    .join('\n') || 'none'
}

Alarms:
${loud.map(({ title, category, format, codes }) => `- ${codes.join(', ')}: ${title} (${category}, ${format})`).join('\n') || 'none'}
`
if (process.env['FAULTS'] === undefined && process.env['WORKS'] === undefined) writeFileSync('bench/findings/results.md', text)
process.stdout.write(text)
