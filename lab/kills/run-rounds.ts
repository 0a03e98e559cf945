import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isProblem } from '#contract/api.ts'
import { patienceMs } from '../../tests/harness/patience.ts'
import { freePort } from '../../tests/harness/site.ts'
import { run, type Program } from '../../tests/start/program.ts'
import { findAll, findBroken } from './find-all.ts'
import type { SeededOwners, Owner } from './seed-owners.ts'
import { diceOf } from '../dice.ts'
import type { Stage, Victim } from './stages.ts'
import { patiently, write } from './write.ts'

export type Round = { victim: Victim; afterMs: number; acknowledged: number; unanswered: number; openedMs: number; issues: string[] }
type RunOptions = { times: number; seed: number; writers?: number; mostMs?: number; onRound?: (round: Round, number: number) => void }
export type Serving = Program & { url: string }

export async function serve(stage: Stage): Promise<Serving> {
  const port = await freePort()
  const program = run('tests/start/serve-calls.ts', { ...stage.environment, PORT: String(port) })
  await program.waitForOutput('serves calls')
  return { ...program, url: `http://127.0.0.1:${port}` }
}

/** Kills a process at a random moment while clients write, then checks that everything acknowledged is stored. */
export async function runRounds(stage: Stage, { owners, admin }: SeededOwners, options: RunOptions): Promise<Round[]> {
  const { times, seed, writers = 6, mostMs = 1200, onRound } = options
  const random = diceOf(seed)
  const rounds: Round[] = []
  let program = await serve(stage)
  for (let number = 0; number < times; number++) {
    const victim = stage.victims[number % stage.victims.length] ?? 'program'
    const afterMs = 20 + random.below(mostMs)
    const chosen = Array.from({ length: writers }, (_, index) => owners[(number * writers + index) % owners.length]).filter((one) => !!one)
    const before = sum(chosen)
    const hands = chosen.map((owner) =>
      write({ url: program.url, owner, random: diceOf(random.below(2 ** 32)), adminCookie: admin.cookie }),
    )
    // The first responses after a start are slow; the kill should hit a busy server.
    for (let waited = 0; waited < 10_000 && sum(chosen) === before; waited += 10) await wait(10)
    await wait(afterMs)

    if (victim !== 'database') program.send('SIGKILL')
    if (victim !== 'program') await stage.killDatabase()
    const since = performance.now()
    if (victim !== 'database') await program.ended
    if (victim !== 'program') await stage.startDatabase()
    const unanswered = (await Promise.all(hands.map(({ end }) => end()))).filter((isOpen) => isOpen).length
    const acknowledged = sum(chosen) - before
    if (victim !== 'database') program = await serve(stage)
    await ready(program)
    const openedMs = Math.round(performance.now() - since)
    const round = { victim, afterMs, acknowledged, unanswered, openedMs, issues: await look(stage, program.url, chosen) }
    rounds.push(round)
    onRound?.(round, number)
  }
  const last = [...(await look(stage, program.url, owners)), ...(await findForgotten(stage))]
  if (last.length > 0) rounds.push({ victim: 'program', afterMs: 0, acknowledged: 0, unanswered: 0, openedMs: 0, issues: last })
  program.send('SIGTERM')
  await program.ended
  return rounds
}

const sum = (owners: readonly Owner[]) => owners.reduce((all, { expectations }) => all + expectations.acknowledged(), 0)

async function ready({ url }: Serving) {
  const endsMs = performance.now() + patienceMs
  while ((await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null))?.status !== 200) {
    if (performance.now() > endsMs) throw new Error(`${url} was not ready after ${patienceMs / 1000} seconds.`)
    await wait(20)
  }
}

async function look(stage: Stage, url: string, owners: readonly Owner[]): Promise<string[]> {
  const client = await stage.connect()
  const issues: string[] = []
  for (const owner of owners) {
    issues.push(...owner.expectations.compare(await findAll(client, url, owner)))
    for (const { what, again, withOtherWords } of owner.pending.splice(0)) {
      await patiently(() => again(url)).catch((error: unknown) =>
        issues.push(`${what} was sent again and refused: ${JSON.stringify(error)}`),
      )
      const isTaken =
        withOtherWords &&
        (await patiently(() => withOtherWords(url)).then(
          () => true,
          (error: unknown) => !isProblem(error) || error.problem.status !== 409,
        ))
      if (isTaken) issues.push(`${what} was sent with other words under the same key, and not refused as such`)
    }
    issues.push(...owner.expectations.compare(await findAll(client, url, owner)), ...(await findBroken(client, url, owner)))
  }
  await client.end()
  return issues
}

/** The owner is notified of every contact: the email is in the outbox, or its job is pending. */
async function findForgotten(stage: Stage): Promise<string[]> {
  const client = await stage.connect()
  const { rows } = await client.query<{ name: string }>(`select c.name from contact c
    where c.source = 'form' and not c.is_held and not exists (
      select from jobs.job j where j.name = 'contacts.mail' and j.state in ('created', 'retry', 'active') and j.data ->> 'contactId' = c.id::text)`)
  await client.end()
  const outbox = join(stage.environment['DATA_DIR'] ?? '', 'outbox')
  const files = await readdir(outbox).catch((): string[] => [])
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  const words = mails.join('\n').replaceAll('=\r\n', '')
  return rows.filter(({ name }) => !words.includes(name)).map(({ name }) => `no notification of ${name}`)
}
