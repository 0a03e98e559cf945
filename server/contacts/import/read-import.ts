import { retention } from '#contract/accounts/retention.ts'
import type { ContactImport, importPartIssues, importRowIssues } from '#contract/contact-imports.ts'
import { readOwnCard } from '#server/cards/owned/read-own-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { OwnDeps } from '../search-contacts.ts'
import type { ContactImportRecord } from '../tables.ts'
import { findImport, hasPartIssue, isUnusable, isUsable, listImports, listRows } from './contact-import-store.ts'

const previewMax = 10
const undoMs = retention.importDays * 86_400_000

export async function listOwnImports(deps: OwnDeps, caller: Caller, alias: string): Promise<ContactImport[]> {
  const { subject } = await readOwnCard(deps, caller, alias)
  const now = deps.clock.now()
  const found = await listImports(deps.db, subject.id, new Date(now.getTime() - undoMs))
  return found.map((row) => present(row, now))
}

/** An import with its first rows. They are stored until they are imported. */
export async function readImport(deps: OwnDeps, caller: Caller, { alias, id }: { alias: string; id: string }) {
  const { subject, may } = await readOwnCard(deps, caller, alias)
  const key = { subjectId: subject.id, id }
  const found = await findImport(deps.db, key)
  if (!found) throw problem('not-found')
  const isReady = found.state === 'ready'
  const [rows, partly, unusable] = await Promise.all([
    isReady ? listRows(deps.db, key, { limit: previewMax, where: isUsable }) : [],
    isReady ? listRows(deps.db, key, { limit: previewMax, where: hasPartIssue }) : [],
    listRows(deps.db, key, { limit: previewMax, where: isUnusable }),
  ])
  return {
    import: present(found, deps.clock.now()),
    mayLabel: may('ConnectedClientLabels'),
    unknownColumns: found.unknownColumns,
    rows: rows.flatMap(({ line, kind, fields }) => {
      if (kind === 'unusable' || fields === null) return []
      const { name, lastName, emailAddress, phoneNumber, companyName } = fields
      return [{ line, kind, fullName: `${name} ${lastName}`.trim(), emailAddress, phoneNumber, companyName }]
    }),
    partIssues: partly.flatMap(({ line, issue, fields }) =>
      fields === null
        ? []
        : [{ line, fullName: `${fields.name} ${fields.lastName}`.trim(), issue: issue as (typeof importPartIssues)[number] }],
    ),
    issues: unusable.map(({ line, issue }) => ({ line, issue: issue as (typeof importRowIssues)[number] })),
  }
}

function present(found: ContactImportRecord, now: Date): ContactImport {
  const { subjectId: _, unknownColumns: __, atLine: ___, createdAt, state, ...counts } = found
  const until = new Date(createdAt.getTime() + undoMs)
  const mayUndo = ['importing', 'done'].includes(state) && until > now
  const { total, matched, repeated, unusable } = counts
  return {
    ...counts,
    createdAt: createdAt.toISOString(),
    // Those being read are not found.
    state: state === 'reading' ? 'ready' : state,
    fresh: total - matched - repeated - unusable,
    undoUntil: mayUndo ? until.toISOString() : null,
  }
}
