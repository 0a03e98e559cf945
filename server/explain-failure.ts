import { Refusal } from './refusal.ts'

/** Why it did not start, in words for the person who started it. */
export function explainFailure(error: unknown): string {
  if (error instanceof Refusal) return `${error.message}\n`
  if (!(error instanceof Error)) return `Something unexpected stopped it: ${error}\n`
  if ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
    return `${error.message.split(' imported from')[0]}: the installation is not whole. Run npm ci, then npm start.\n`
  const place = error.stack?.split('\n').find((line) => line.startsWith('    at ') && !line.includes('node:'))
  return `Something unexpected stopped it: ${error.message.split('\n')[0]}${place ? ` (${place.trim()})` : ''}. Please report it.\n`
}
