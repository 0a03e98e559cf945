import { spawn } from 'node:child_process'
import { UserError } from './user-error.mjs'

const clearLine = '\r\u001b[K'

/** Runs a program under a title; in a terminal with the seconds it has taken. Returns its exit code and output. */
export async function runStep(title, file, args, { isQuiet, ...options }) {
  const isLive = process.stdout.isTTY && !isQuiet
  const startedMs = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedMs) / 1000)} s`
  if (!isQuiet) process.stdout.write(isLive ? `${title} …` : `${title} …\n`)
  const timer = isLive && setInterval(() => process.stdout.write(`${clearLine}${title} … ${seconds()}`), 1000)
  let output = ''
  try {
    const child = spawn(file, args, options)
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (isLive) process.stdout.write(`${clearLine}${title}: ${status === 0 ? `done in ${seconds()}` : 'failed'}\n`)
    return { status, output: output.trim() }
  } catch (error) {
    throw new UserError(`${title} failed: ${error.code === 'ENOENT' ? `${file} wasn’t found. Install it and start again.` : error.message}`)
  } finally {
    clearInterval(timer)
  }
}
