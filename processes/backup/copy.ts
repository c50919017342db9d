import { type Duplex, Readable } from 'node:stream'
import type pg from 'pg'

/* PostgreSQL's COPY over a connection of `pg`, which knows the messages but has no streams for them. */

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** Rows are gathered into chunks of this size. */
const CHUNK_BYTES = 64 * 1024

/** What `pg` calls while a statement runs. */
type Handlers = pg.Submittable & {
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** Streams the rows of `copy … to stdout`, no faster than they are read. The event `rows` reports their number. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let connection: pg.Connection | undefined
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let used = 0
  const rows = new Readable({ highWaterMark: 4 * CHUNK_BYTES, read: () => void connection?.stream.resume() })
  const flush = () => {
    if (used > 0 && !rows.push(chunk.subarray(0, used))) connection?.stream.pause()
    chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    used = 0
  }
  // The row is copied, because `pg` reuses its buffer.
  const add = (row: Buffer) => {
    if (used + row.length > CHUNK_BYTES) flush()
    if (row.length > CHUNK_BYTES) {
      if (!rows.push(Buffer.from(row))) connection?.stream.pause()
    } else used += row.copy(chunk, used)
  }
  const handlers: Handlers & { handleCopyData(message: { chunk: Buffer }): void } = {
    submit: (opened) => {
      connection = opened
      opened.query(statement)
    },
    handleCopyData: (message) => add(message.chunk),
    handleCommandComplete: ({ text }) => {
      flush()
      rows.emit('rows', Number(text.split(' ')[1]))
    },
    handleReadyForQuery: () => void rows.push(null),
    handleError: (error) => void rows.destroy(error)
  }
  // A reader that gives up must not leave the connection paused.
  rows.once('close', () => void connection?.stream.resume())
  client.query(handlers)
  return rows
}

/** Sends rows to `copy … from stdin`. Returns the number of rows that PostgreSQL stored. */
export function copyIn(client: pg.ClientBase, statement: string, rows: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    let stored = 0
    const send = async (connection: pg.Connection) => {
      for await (const chunk of rows) {
        if (failure) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await drained(connection.stream)
      }
      connection.endCopyFrom()
    }
    const handlers: Handlers & { handleCopyInResponse(connection: pg.Connection): void } = {
      submit: (connection) => connection.query(statement),
      handleCopyInResponse: (connection) => {
        send(connection).catch((error: Error) => {
          failure = error
          connection.sendCopyFail(error.message)
        })
      },
      handleCommandComplete: ({ text }) => {
        stored = Number(text.split(' ')[1])
      },
      handleReadyForQuery: () => resolve(stored),
      handleError: (error) => {
        failure ??= error
        reject(failure)
      }
    }
    client.query(handlers)
  })
}

/** Resolves when the stream takes more, or is closed; then the statement fails by itself. */
function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
}
