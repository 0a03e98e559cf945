import { isRefused, type Api } from '#contract/api.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { readPatch, readPublished, type DraftFields, type DraftKey, type EditedCard } from './edited.ts'

export type Fault = { path: string; message: string }

/** A card and its draft as the server has them. */
export type Kept = { revision: number; published: EditedCard; patch: DraftFields; faults: readonly Fault[]; savedAt: string | null }

type Overtaken = { kind: 'overtaken' }
type Unkept = Overtaken | { kind: 'away' } | { kind: 'refused'; message: string }

export type Server = {
  load(): Promise<Kept | null>
  save(sent: {
    revision: number
    changes: DraftFields
    removed: DraftKey[]
  }): Promise<{ kind: 'kept'; revision: number; savedAt: string; faults: readonly Fault[] } | Unkept>
  publish(revision: number): Promise<{ kind: 'kept'; revision: number } | { kind: 'faulty'; faults: readonly Fault[] } | Unkept>
  discard(revision: number): Promise<{ kind: 'kept'; revision: number } | Unkept>
}

export const keptOf = ({ published, draft }: Pick<EditorAnswer, 'published' | 'draft'>): Kept => ({
  revision: draft.revision,
  published: readPublished(published),
  patch: readPatch(draft.fields),
  faults: draft.faults,
  savedAt: draft.savedAt,
})

export function createDraftServer(call: Api['call'], alias: string): Server {
  return {
    load: () => call('cards.editor', { params: { alias } }).then(keptOf, () => null),
    save: ({ revision, changes, removed }) =>
      call('cards.saveDraft', { input: { alias, revision, changes: { ...changes }, removed } }).then(
        (saved) => ({ kind: 'kept', ...saved }),
        unkept,
      ),
    publish: (revision) =>
      call('cards.publishDraft', { input: { alias, revision } }).then(
        (answer) => ({ kind: 'kept', revision: answer.revision }),
        (thrown: unknown) => {
          const faults = isRefused(thrown) ? thrown.problem.faults : undefined
          return faults ? { kind: 'faulty', faults } : unkept(thrown)
        },
      ),
    discard: (revision) =>
      call('cards.discardDraft', { input: { alias, revision } }).then((answer) => ({ kind: 'kept', revision: answer.revision }), unkept),
  }
}

function unkept(thrown: unknown): Unkept {
  if (!isRefused(thrown)) return { kind: 'away' }
  const { status, title, detail, faults } = thrown.problem
  if (status === 409) return { kind: 'overtaken' }
  // Signed out, too many at once, or broken on our side: it goes on later, and is kept until then.
  if (status >= 500 || status === 429 || status === 401) return { kind: 'away' }
  return { kind: 'refused', message: detail ?? faults?.[0]?.message ?? title }
}
