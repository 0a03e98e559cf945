import { STATUS_CODES } from 'node:http'
import type { Kept } from './answer-cache.ts'
import { apart } from './apart.ts'
import type { Encoding } from './compress.ts'
import { requestIdLetters } from './request-id.ts'

const dateLetters = 29

/** Head and body of kept answers as one piece of memory each, to be written with one call. */
export function createReadyBytes({ extra, keepAliveSeconds }: { extra: readonly string[]; keepAliveSeconds: number }) {
  const ready = new WeakMap<Kept, Partial<Record<Encoding | 'unchanged', Ready>>>()
  const now = clockOfDates()

  function compose(status: number, headers: readonly string[], body: Buffer | null): Ready {
    const lines = [...headers, ...extra].map((part, index) => (index % 2 ? `${part}\r\n` : `${part}: `)).join('')
    const before = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}x-request-id: `
    const between = '\r\nDate: '
    const after = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`
    const head = before + ' '.repeat(requestIdLetters) + between + ' '.repeat(dateLetters) + after
    const dateAt = before.length + requestIdLetters + between.length
    return {
      bytes: apart(Buffer.from(head, 'latin1'), body ?? none),
      headLetters: head.length,
      idAt: before.length,
      dateAt,
      date: '',
    }
  }

  return {
    /** They are written over for the next answer: who could not send them at once calls `lend`. */
    of(kept: Kept, what: Encoding | 'unchanged', id: string): Buffer {
      const known = ready.get(kept) ?? {}
      if (!known[what]) {
        ready.set(kept, known)
        known[what] =
          what === 'unchanged' ? compose(304, kept.unchanged, null) : compose(kept.status, kept.headers[what], kept.bodies[what])
        // The same bytes are not held twice.
        if (what !== 'unchanged') kept.bodies[what] = known[what].bytes.subarray(known[what].headLetters)
      }
      const one = known[what]
      const date = now()
      one.bytes.write(id, one.idAt, 'latin1')
      if (one.date !== date) one.bytes.write(date, one.dateAt, 'latin1')
      one.date = date
      return one.bytes
    },
    /** These bytes are still under way: the next answer is written into others. */
    lend(kept: Kept, what: Encoding | 'unchanged') {
      const one = ready.get(kept)?.[what]
      if (one) one.bytes = apart(one.bytes)
    },
  }
}

type Ready = { bytes: Buffer; headLetters: number; idAt: number; dateAt: number; date: string }
const none = Buffer.alloc(0)

/** What the `date` header says, made once a second. */
function clockOfDates() {
  let second = 0
  let text = ''
  return () => {
    const today = Math.floor(Date.now() / 1000)
    if (today !== second) {
      second = today
      text = new Date(today * 1000).toUTCString()
    }
    return text
  }
}
