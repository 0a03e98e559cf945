import { fileURLToPath } from 'node:url'
import { run } from '../test/run.ts'
import { readAudit, type Finding } from './read-audit.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const npmArguments = ['audit', '--omit=dev', '--package-lock-only', '--json', '--loglevel=silent']

/** Runs npm audit for production dependencies, without retries. */
export async function runAudit(timeoutSeconds: number, environment: NodeJS.ProcessEnv = {}): Promise<Finding> {
  const timeouts = ['--fetch-retries=0', `--fetch-timeout=${timeoutSeconds * 1000}`]
  const { output } = await run('npm', ['--prefix', root, ...npmArguments, ...timeouts], { environment })
  return readAudit(output)
}
