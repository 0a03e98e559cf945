import { get } from 'node:http'
import type { RecordedResponse } from './serve-same-bytes.ts'

/** A response exactly as received, still compressed. */
export function recordResponse(url: string, path: string, request: Record<string, string>): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers: request }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const {
          connection: _,
          'keep-alive': __,
          'transfer-encoding': ___,
          'content-length': ____,
          date: _____,
          ...headers
        } = answer.headers
        if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`))
        resolve({
          path,
          bytes: Buffer.concat(parts),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        })
      })
    }).on('error', reject)
  })
}
