/** What the run tells its processes. */
export type StoreFault = 'none' | 'full' | 'away' | 'slow'
export type Command = { id: number; ahead_ms: number; store: StoreFault }

type Commanded = { ahead_ms: number; store: StoreFault }

/** The state of this process. The run sends it at the start, by the environment, and with every change. */
export const commanded: Commanded = JSON.parse(process.env['CHAOS_COMMANDED'] ?? '{"ahead_ms":0,"store":"none"}')

const TrueDate = globalThis.Date

/** A clock that is ahead of the machine's. Everything in this process reads it. */
class ShiftedDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(ShiftedDate.now())
    else super(...(given as [number]))
  }

  static override now(): number {
    return TrueDate.now() + commanded.ahead_ms
  }
}

globalThis.Date = ShiftedDate as DateConstructor
process.on('message', ({ id, ...rest }: Command) => {
  Object.assign(commanded, rest)
  process.send?.({ done: id })
})
