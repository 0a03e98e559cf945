import { renderSbom } from './supply/render-sbom.ts'
import { readLock } from './supply/read-lock.ts'

process.stdout.write(`${JSON.stringify(renderSbom(readLock()), null, 2)}\n`)
