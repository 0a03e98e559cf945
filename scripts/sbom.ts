import { drawSbom } from './supply/draw-sbom.ts'
import { readLock } from './supply/read-lock.ts'

process.stdout.write(`${JSON.stringify(drawSbom(readLock()), null, 2)}\n`)
