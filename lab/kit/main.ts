import { mkdirSync, writeFileSync } from 'node:fs'
import { buildKit } from './build-kit.ts'

const folder = `${import.meta.dirname}/output`
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}/kit.html`, await buildKit())
console.log(`Open ${folder}/kit.html in a browser. Every part is there in every state.`)
