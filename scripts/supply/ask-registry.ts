import { fileURLToPath } from 'node:url'
import { run } from '../test/run.ts'
import { readAudit, type Finding } from './read-audit.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const words = ['audit', '--omit=dev', '--package-lock-only', '--json', '--loglevel=silent']

/** What the registry knows of what ships. Who is not answered in time knows nothing, and does not ask again. */
export async function askRegistry(patienceSeconds: number, environment: NodeJS.ProcessEnv = {}): Promise<Finding> {
  const patience = ['--fetch-retries=0', `--fetch-timeout=${patienceSeconds * 1000}`]
  const { said } = await run('npm', ['--prefix', root, ...words, ...patience], environment)
  return readAudit(said)
}
