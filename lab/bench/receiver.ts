import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Answers 204 at once, on a thread of its own, and counts; posts the id of what `/timed` receives. `/hang` is never answered. */
const script = `
  import { createServer } from 'node:http'
  import { parentPort, workerData } from 'node:worker_threads'
  const received = new Int32Array(workerData)
  createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/hang') return
      if (request.url === '/timed') parentPort.postMessage(request.headers['webhook-id'])
      Atomics.add(received, 0, 1)
      response.writeHead(204).end()
    })
  }).listen(0, '0.0.0.0', function () { parentPort.postMessage(this.address().port) })`

export async function startReceiver() {
  const received = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: received.buffer })
  const [port] = (await once(worker, 'message')) as [number]
  const host = `127.0.0.1:${port}`
  return {
    host,
    port,
    url: `http://${host}/`,
    timedUrl: `http://${host}/timed`,
    count: () => Atomics.load(received, 0),
    /** Returns what arrived at `timedUrl` since then. */
    listen() {
      const calls: { id: string; at: number }[] = []
      const add = (id: string) => void calls.push({ id, at: performance.now() })
      worker.on('message', add)
      return () => {
        worker.off('message', add)
        return calls
      }
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}
