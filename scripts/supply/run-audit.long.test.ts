import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outcomeOfAudit } from '../test/steps.ts'
import { steps } from '../test/steps.ts'
import { runAudit } from './run-audit.ts'

async function aRegistry(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // A cache per registry, because npm caches advisories by id.
  const memory = mkdtempSync(join(tmpdir(), 'carte-npm-'))
  const environment = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: memory }
  return {
    ask: (timeoutSeconds = 30) => runAudit(timeoutSeconds, environment),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(memory, { recursive: true, force: true })
    },
  }
}

/** Answers with one advisory for one package. */
const thatKnows =
  (name: string, severity: string): RequestListener =>
  ({ url }, answer) => {
    const known = {
      [name]: [{ id: 1, url: 'https://example.com/1', title: 'x', severity, vulnerable_versions: '*', cwe: [], cvss: { score: 0 } }],
    }
    answer.setHeader('content-type', 'application/json')
    answer.writeHead(url?.endsWith('/advisories/bulk') ? 200 : 404).end(JSON.stringify(url?.endsWith('/advisories/bulk') ? known : {}))
  }

describe('the vulnerability check', () => {
  test('is part of the long suite', () => {
    expect(steps.filter(({ name, part }) => name === 'known vulnerabilities in what ships' && part === 'long')).toHaveLength(1)
  })

  test('fails for a severe one in production', async () => {
    await using registry = await aRegistry(thatKnows('hono', 'high'))
    const outcome = outcomeOfAudit(await registry.ask())
    expect(outcome).toMatchObject({ failed: 1, output: expect.stringContaining('high: hono') })
  })

  test('reports a lesser one without failing, and ignores development packages', async () => {
    await using lesser = await aRegistry(thatKnows('hono', 'moderate'))
    expect(outcomeOfAudit(await lesser.ask())).toMatchObject({ failed: 0, passed: 1, note: expect.stringContaining('moderate: hono') })
    await using tool = await aRegistry(thatKnows('vitest', 'critical'))
    expect(outcomeOfAudit(await tool.ask())).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  test('is skipped with a note if the registry is unreachable or invalid', async () => {
    const failures: RequestListener[] = [() => {}, (_, answer) => answer.writeHead(404).end('<html>')]
    for (const failure of failures) {
      await using registry = await aRegistry(failure)
      expect(outcomeOfAudit(await registry.ask(1))).toMatchObject({
        failed: 0,
        passed: 0,
        skipped: 1,
        note: expect.stringContaining('not checked'),
      })
    }
  })
})
