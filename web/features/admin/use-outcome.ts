import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { AdminError, Done } from './admin-view.ts'

/** What the last form did, or its errors. */
export function useOutcome(): { done: Done | null; error: AdminError | null } {
  const loaded: { done?: Done | null } | undefined = useLoaderData()
  const answer: Partial<AdminError> | undefined = useActionData()
  // Opening a dialog keeps the loader's data, so `done` may be of an earlier form.
  const isDone = useSearchParams()[0].has('done')
  const { message = '', errors, typed = {} } = answer ?? {}
  return { done: (!answer && isDone && loaded?.done) || null, error: errors ? { message, errors, typed } : null }
}
