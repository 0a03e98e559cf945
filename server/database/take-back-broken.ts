import pg from 'pg'

/**
 * A transaction whose `begin` fails is never given back by the database layer, and the pool counts on every connection coming
 * back: a few of those, and nobody is served again. So one that ends while somebody has it is taken from them.
 */
export function takeBackBroken(pool: pg.Pool) {
  const out = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => out.add(client))
  pool.on('release', (_, client) => out.delete(client))
  pool.on('connect', (client) => {
    endIfSpoiled(client)
    client.once('end', () => {
      if (!out.has(client)) return
      client.release(new Error('Connection terminated while it was out'))
      client.release = () => {}
    })
  })
}

/** Its end brings it back. What was not answered may be answered yet, to whoever asks next: such a connection is nobody's any more. */
function endIfSpoiled(client: pg.PoolClient) {
  const watched = (...parts: unknown[]) => {
    const asked: unknown = Reflect.apply(pg.Client.prototype.query, client, parts)
    if (asked instanceof Promise)
      asked.catch((error: unknown) => {
        if (isUnanswered(error) || isBegin(parts[0])) void client.end().catch(() => {})
      })
    return asked
  }
  Object.assign(client, { query: watched })
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

function isBegin(question: unknown): boolean {
  const text = typeof question === 'object' && question !== null && 'text' in question ? question.text : question
  return typeof text === 'string' && /^begin\b/.test(text)
}
