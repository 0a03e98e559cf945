import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outcomeOfAudit } from '../test/steps.ts'
import { steps } from '../test/steps.ts'
import { askRegistry } from './ask-registry.ts'

async function aRegistry(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // npm remembers faults by their number, and would say here what another registry said.
  const memory = mkdtempSync(join(tmpdir(), 'carte-npm-'))
  const environment = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: memory }
  return {
    ask: (patienceSeconds = 30) => askRegistry(patienceSeconds, environment),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(memory, { recursive: true, force: true })
    },
  }
}

/** Knows one thing of one package, which is all that npm asks. */
const thatKnows =
  (name: string, severity: string): RequestListener =>
  ({ url }, answer) => {
    const known = {
      [name]: [{ id: 1, url: 'https://example.com/1', title: 'x', severity, vulnerable_versions: '*', cwe: [], cvss: { score: 0 } }],
    }
    answer.setHeader('content-type', 'application/json')
    answer.writeHead(url?.endsWith('/advisories/bulk') ? 200 : 404).end(JSON.stringify(url?.endsWith('/advisories/bulk') ? known : {}))
  }

describe('the step of the suite that asks for known vulnerabilities', () => {
  test('is there, in the long part', () => {
    expect(steps.filter(({ name, part }) => name === 'known vulnerabilities in what ships' && part === 'long')).toHaveLength(1)
  })

  test('fails for a grave one in what ships', async () => {
    await using registry = await aRegistry(thatKnows('hono', 'high'))
    const outcome = outcomeOfAudit(await registry.ask())
    expect(outcome).toMatchObject({ failed: 1, said: expect.stringContaining('high: hono') })
  })

  test('names a lesser one and goes on, and does not ask about what only builds', async () => {
    await using lesser = await aRegistry(thatKnows('hono', 'moderate'))
    expect(outcomeOfAudit(await lesser.ask())).toMatchObject({ failed: 0, passed: 1, note: expect.stringContaining('moderate: hono') })
    await using tool = await aRegistry(thatKnows('vitest', 'critical'))
    expect(outcomeOfAudit(await tool.ask())).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  test('where nobody answers, or something else than a registry does, says that it was not asked', async () => {
    const silences: RequestListener[] = [() => {}, (_, answer) => answer.writeHead(404).end('<html>')]
    for (const silence of silences) {
      await using registry = await aRegistry(silence)
      expect(outcomeOfAudit(await registry.ask(1))).toMatchObject({
        failed: 0,
        passed: 0,
        skipped: 1,
        note: expect.stringContaining('not asked'),
      })
    }
  })
})
