import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { ArchiveHead } from '#contract/accounts/archive.ts'
import { cardHref } from '#contract/pages.ts'
import { importArchive } from '#server/privacy/import-archive.ts'
import { archiveLimits } from '#server/privacy/read-archive.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { type Command, UsageError } from '../command.ts'
import { explainError } from '../explain-error.ts'
import { openAudited } from '../audited.ts'
import { count } from '../terminal/amounts.ts'

export const importArchiveCommand: Command = {
  name: 'import-archive',
  args: 'FILE',
  purpose: 'Imports an archive that an owner exported from another installation.',
  about:
    'FILE is the archive from the owner’s privacy page: their cards with images, contacts, drafts and versions. ' +
    'Everything gets new ids and is imported in one step, all of it or nothing. ' +
    'Plan, rights and passwords are not imported: the cards start on FREE, and their owner logs in with a link to the email in the archive. ' +
    'If an alias is taken here, choose another with --alias.',
  changes: 'New cards with everything that belongs to them, and an account for their owner if there is none.',
  flags: {
    alias: { value: 'NEW', meaning: 'Another alias for the card. For several cards: OLD=NEW,OLD=NEW.' },
    owner: { value: 'EMAIL', meaning: 'The owner’s email, instead of the one in the archive.' },
  },
  examples: ['import-archive carte-2026-12-05.tar.gz', 'import-archive carte-2026-12-05.tar.gz --alias anna-lind --owner anna@example.com'],
  async run({ positionals: [path = ''], text }, context) {
    const file = resolve(path)
    const owner = text('owner')
    if (owner !== null && !z.email().safeParse(owner).success) throw new UsageError(`${owner} is not an email address.`)
    const aliasOf = readAliases(text('alias'))
    const size = await stat(file).then(({ size: bytes }) => bytes, throwExplained(file))
    if (size > archiveLimits.fileBytesMax)
      throw new UserError(`The archive ${file} cannot be used. It is larger than 2 GB, which no export is.`)

    const { changes, storage } = await openAudited(context, { act: 'card.import', detail: { from: 'archive' } }, { isNew: true })
    const read = (): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 256 * 1024, signal: context.signal })
    const imported = await importArchive({ changes, storage, clock: context.clock }, read, { aliasOf, owner }).catch(throwExplained(file))
    for (const card of imported.cards) {
      context.terminal.print(`Created: ${context.settings.publicUrl}${cardHref(card, 'home')}`)
      context.terminal.print(`  ${count(card.contacts, 'contact')}, ${count(card.pictures, 'image')}. Owner: ${imported.owner}.`)
    }
    if (imported.cards.length === 0) context.terminal.print('The archive contains no cards. Nothing was changed.')
  },
}

/** Maps a card's alias in the archive to its alias here. */
function readAliases(option: string | null): (alias: string, head: ArchiveHead) => string {
  if (option === null) return (alias) => alias
  if (!option.includes('=')) {
    return (_, head) => {
      if (head.cards.length > 1) throw new UserError(`It contains ${count(head.cards.length, 'card')}. Say which one with --alias OLD=NEW.`)
      return option
    }
  }
  const pairs = new Map(option.split(',').map((pair) => pair.split('=').map((word) => word.trim()) as [string, string]))
  return (alias) => pairs.get(alias) ?? alias
}

const throwExplained =
  (file: string) =>
  (error: unknown): never => {
    const code = codeOf(error)
    const reason =
      code === 'ENOENT'
        ? 'There is no such file.'
        : code === 'EACCES'
          ? 'You do not have permission to read it.'
          : code === 'EISDIR'
            ? 'It is a folder.'
            : explainError(error).lines.join(' ')
    throw new UserError(`The archive ${file} cannot be used. ${reason} Nothing was changed.`, { cause: error })
  }
