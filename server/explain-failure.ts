import { Refusal } from './refusal.ts'

/** Why it did not start, in words; with all there is to know for whoever asked for it. */
export function explainFailure(error: unknown, wantsEverything: boolean): string {
  if (error instanceof Refusal) return `${error.message}\n`
  if (wantsEverything) return `${error instanceof Error ? error.stack : error}\n`
  const message = error instanceof Error ? error.message.split('\n')[0] : error
  return `Something unexpected stopped it: ${message}. LOG_LEVEL=debug npm start shows where; please report it.\n`
}
