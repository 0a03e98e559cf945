import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createPageReader } from './page-reader.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

async function aServer(answer: RequestListener) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => server.close().closeAllConnections())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const reader = createPageReader({ publicUrl: 'https://cards.example' }, { allow: { configured: [host], listed: 'any' } })
  return { paths, read: (path: string) => reader.read(new URL(path, `http://${host}`), 1000) }
}

test('follows a few redirects and reads what is there', async () => {
  const { read, paths } = await aServer((request, response) => {
    const hop = Number(request.url?.slice(1))
    if (hop < 3) response.writeHead(302, { location: `/${hop + 1}` }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>here')
  })
  expect(await read('/0')).toMatchObject({ type: 'text/html', body: Buffer.from('<p>here') })
  expect(paths).toEqual(['/0', '/1', '/2', '/3'])
})

test.each<[string, RequestListener]>([
  ['to an address inside', (_, response) => void response.writeHead(302, { location: 'https://169.254.169.254/latest/' }).end()],
  ['to this machine', (_, response) => void response.writeHead(302, { location: 'https://localhost/' }).end()],
  ['to another protocol', (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
  ['without an end', (_, response) => void response.writeHead(302, { location: '/again' }).end()],
])('a redirect %s gives nothing', async (_, answer) => {
  const { read } = await aServer(answer)
  expect(await read('/')).toBeNull()
})

test('an error, too many bytes and an address inside give nothing', async () => {
  const { read } = await aServer((request, response) => {
    if (request.url === '/large') response.end('x'.repeat(2000))
    else response.writeHead(404).end('gone')
  })
  expect([await read('/large'), await read('/missing')]).toEqual([null, null])
  const reader = createPageReader({ publicUrl: 'https://cards.example' })
  for (const address of ['https://127.0.0.1/', 'https://[::1]/', 'http://example.com/', 'https://example.com:8443/'])
    expect(await reader.read(new URL(address), 1000), address).toBeNull()
})
