import type { Duplex } from 'node:stream'
import type pg from 'pg'

const headBytes = 5
const batchBytes = 64 * 1024

/** Rows straight from one server into the other, as COPY writes and reads them. A few batches are held at a time: whoever is faster waits. */
export async function copyAcross(from: pg.Client, out: string, to: pg.Client, into: string): Promise<void> {
  const sink = await openSink(to, into)
  try {
    await pour(from, out, sink)
  } catch (error) {
    sink.fail()
    throw error
  }
  await sink.finish()
}

type Sink = {
  /** Sends a row; false when the server is behind, which `caughtUp` ends. */
  send(row: Buffer): boolean
  caughtUp(then: () => void): void
  fail(): void
  finish(): Promise<void>
}

type Complete = { text: string }

/** Ends with the count that COPY tells, whichever side it is on. */
function submit(client: pg.Client, text: string, hear: Record<string, unknown>, begun: (stream: Duplex) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0
    client.query({
      submit(connection: pg.Connection) {
        begun(connection.stream)
        connection.query(text)
      },
      handleCommandComplete: (complete: Complete) => void (rows = Number(complete.text.split(' ').at(-1))),
      handleReadyForQuery: () => resolve(rows),
      handleError: reject,
      ...hear,
    })
  })
}

/** The driver knows the messages of COPY and offers no way to use them: batches are framed here. */
async function openSink(client: pg.Client, text: string): Promise<Sink> {
  const opened = Promise.withResolvers<void>()
  let stream: Duplex | undefined
  let isBroken = false
  let batch = emptyBatch()
  let used = headBytes
  const done = submit(client, text, { handleCopyInResponse: () => opened.resolve() }, (own) => (stream = own))
  done.catch((error: unknown) => {
    isBroken = true
    stream?.emit('drain') // Whoever waits for us goes on, and hears of it at the end.
    opened.reject(error)
  })
  await opened.promise

  const flush = () => {
    if (used === headBytes) return true
    const isThrough = write('d', batch.subarray(0, used))
    batch = emptyBatch()
    used = headBytes
    return isThrough
  }
  const write = (kind: string, framed: Buffer) => {
    framed.write(kind)
    framed.writeInt32BE(framed.length - 1, 1)
    return isBroken || (stream?.write(framed) ?? false)
  }
  return {
    send(row) {
      if (row.length > batchBytes - used) {
        const isThrough = flush()
        if (row.length > batchBytes - headBytes) return write('d', Buffer.concat([Buffer.alloc(headBytes), row]))
        used += row.copy(batch, used)
        return isThrough
      }
      used += row.copy(batch, used)
      return true
    },
    caughtUp: (then) => void stream?.once('drain', then),
    fail: () => void write('f', Buffer.alloc(headBytes + 1)),
    async finish() {
      flush()
      write('c', Buffer.alloc(headBytes))
      await done
    },
  }
}

const emptyBatch = () => Buffer.allocUnsafe(batchBytes)

async function pour(client: pg.Client, text: string, sink: Sink): Promise<void> {
  let stream: Duplex | undefined
  const handleCopyData = ({ chunk }: { chunk: Buffer }) => {
    if (sink.send(chunk)) return
    stream?.pause()
    sink.caughtUp(() => stream?.resume())
  }
  await submit(client, text, { handleCopyData }, (own) => (stream = own))
}
