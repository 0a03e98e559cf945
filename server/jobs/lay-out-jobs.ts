import type pg from 'pg'

/** The tables that jobs are kept in, as this version wants them, without anybody at work. */
export async function layOutJobs(client: pg.ClientBase): Promise<void> {
  const { PgBoss } = await import('pg-boss')
  let last: Promise<unknown> = Promise.resolve()
  const executeSql = (text: string, values?: unknown[]) => {
    const asked = last.then(() => client.query(text, values))
    last = asked.catch(() => {})
    return asked
  }
  const boss = new PgBoss({ db: { executeSql }, schema: 'jobs', schedule: false, supervise: false })
  let trouble: unknown
  boss.on('error', (error) => (trouble = error))
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  if (trouble) throw trouble
}
