const BAR = 24
const LINE_EVERY_MS = 5000
const DRAW_EVERY_MS = 100

type Screen = { isTTY?: boolean; write(text: string): unknown }

export type Progress = { at(done: number): void; end(): void }

/** Shows progress: a bar that redraws itself on a terminal, otherwise a line every few seconds. */
export function progressOn(screen: Screen, total: number, clock: () => number = Date.now): Progress {
  const start = clock()
  const pause = screen.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS
  let shown = Number.NEGATIVE_INFINITY
  let last = 0
  const show = () => {
    const text = stateOf(last, total, clock() - start)
    screen.write(screen.isTTY ? `\r\u001b[K${barOf(last / total)} ${text}` : `${text}\n`)
    shown = clock()
  }
  return {
    at(done) {
      last = done
      if (clock() - shown >= pause) show()
    },
    end() {
      show()
      if (screen.isTTY) screen.write('\n')
    }
  }
}

function barOf(share: number): string {
  const filled = Math.round(Math.min(share, 1) * BAR)
  return `[${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}]`
}

function stateOf(done: number, total: number, elapsed_ms: number): string {
  const rate = elapsed_ms > 0 ? (done / elapsed_ms) * 1000 : 0
  const left = rate > 0 && done < total ? `, ${Math.ceil((total - done) / rate)} s left` : ''
  const percent = total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 100
  return `${percent} %  ${count(done)} of ${count(total)}, ${count(Math.round(rate))}/s${left}`
}

export function count(value: number): string {
  return value.toLocaleString('en-US')
}
