import { get } from 'node:http'
import type { Kept } from './serve-same-bytes.ts'

/** An answer exactly as it came over the wire, still compressed. */
export function keepAnswer(url: string, path: string, asked: Record<string, string>): Promise<Kept> {
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers: asked }, (answer) => {
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
