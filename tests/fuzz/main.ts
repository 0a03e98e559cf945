import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzz } from './run.ts'
import { aTarget } from './target.ts'
import { tellReport } from './tell-report.ts'

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' }, minutes: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const requests = Number(values.requests ?? (values.minutes === undefined ? 1_000_000 : Infinity))
const endsAtMs = values.minutes === undefined ? Infinity : performance.now() + Number(values.minutes) * 60_000
console.log(`seed ${seed}`)

const dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
try {
  await using target = await aTarget({ dataDir, pages: true })
  const begunMs = performance.now()
  const report = await fuzz(target, {
    requests,
    seed,
    endsAtMs,
    pages: true,
    hear: (done, { failures }) =>
      console.log(
        `${done} requests, ${Math.round((done * 1000) / (performance.now() - begunMs))} a second, ${failures.length} kinds of failure, ${Math.round(process.memoryUsage().rss / 1024 ** 2)} MB resident`,
      ),
  })
  console.log(tellReport(report))
  process.exitCode = report.failures.length > 0 ? 1 : 0
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
