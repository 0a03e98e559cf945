import { isProblem, type Api } from '#contract/api.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import type { FieldIssue } from '#contract/problem.ts'
import { readPatch, readPublished, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'

/** An issue that only this window knows has no message of the server. */
export type Issue = Pick<FieldIssue, 'path'> & Partial<FieldIssue>

/** Why the server rejected a draft. */
export type DraftError = Omit<Issue, 'path'>

/** A card and its draft on the server. */
export type SavedDraft = { revision: number; published: EditedCard; patch: DraftFields; issues: readonly Issue[]; savedAt: string | null }

type Conflict = { kind: 'conflict' }
type NotSaved = Conflict | { kind: 'unreachable' } | { kind: 'rejected'; error: DraftError }

export type Server = {
  load(): Promise<SavedDraft | null>
  save(sent: {
    revision: number
    changes: DraftFields
    removed: DraftKey[]
  }): Promise<{ kind: 'saved'; revision: number; savedAt: string; issues: readonly Issue[] } | NotSaved>
  publish(revision: number): Promise<{ kind: 'saved'; revision: number } | { kind: 'invalid'; issues: readonly Issue[] } | NotSaved>
  discard(revision: number): Promise<{ kind: 'saved'; revision: number } | NotSaved>
}

export const toSavedDraft = ({ published, draft }: Pick<EditorAnswer, 'published' | 'draft'>): SavedDraft => ({
  revision: draft.revision,
  published: readPublished(published),
  patch: readPatch(draft.fields),
  issues: draft.issues,
  savedAt: draft.savedAt,
})

export function createDraftServer(call: Api['call'], alias: string): Server {
  return {
    load: () => call('cards.editor', { params: { alias } }).then(toSavedDraft, () => null),
    save: ({ revision, changes, removed }) =>
      call('cards.saveDraft', { input: { alias, revision, changes: { ...changes }, removed } }).then(
        (saved) => ({ kind: 'saved', ...saved }),
        notSaved,
      ),
    publish: (revision) =>
      call('cards.publishDraft', { input: { alias, revision } }).then(
        (answer) => ({ kind: 'saved', revision: answer.revision }),
        (thrown: unknown) => {
          const issues = isProblem(thrown) ? thrown.problem.issues : undefined
          return issues ? { kind: 'invalid', issues } : notSaved(thrown)
        },
      ),
    discard: (revision) =>
      call('cards.discardDraft', { input: { alias, revision } }).then((answer) => ({ kind: 'saved', revision: answer.revision }), notSaved),
  }
}

function notSaved(thrown: unknown): NotSaved {
  if (!isProblem(thrown)) return { kind: 'unreachable' }
  const { status, title, detail, issues } = thrown.problem
  if (status === 409) return { kind: 'conflict' }
  // Signed out, rate limited or a server error: stored on the device and retried.
  if (status >= 500 || status === 429 || status === 401) return { kind: 'unreachable' }
  return { kind: 'rejected', error: issues?.[0] ?? { message: detail ?? title } }
}
