import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { ArchiveHead } from '#contract/accounts/archive.ts'
import { cardHref } from '#contract/pages.ts'
import { importArchive } from '#server/privacy/import-archive.ts'
import { archiveLimits } from '#server/privacy/read-archive.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { type Command, UsageError } from '../command.ts'
import { explainError } from '../explain-error.ts'
import { recorded } from '../recorded.ts'
import { count } from '../terminal/amounts.ts'

export const importArchiveCommand: Command = {
  name: 'import-archive',
  words: 'FILE',
  purpose: 'Takes in what somebody took along from another installation.',
  about:
    'FILE is what an owner downloads on the page about privacy: their cards with pictures, contacts, drafts and versions. ' +
    'Everything gets ids of its own, and arrives in one step: all of it, or nothing. ' +
    'The plan, rights and passwords are not taken over: the cards begin free, and their owner logs in by a link to the e-mail in the archive. ' +
    'An address that is taken here is refused; --alias gives another.',
  changes: 'New cards with all that belongs to them, and an account for their owner where there is none.',
  flags: {
    alias: { value: 'NEW', meaning: 'Another address for the card; where there are several: OLD=NEW,OLD=NEW.' },
    owner: { value: 'EMAIL', meaning: 'Whose the cards become, in place of the e-mail in the archive.' },
  },
  examples: ['import-archive carte-2026-12-05.tar.gz', 'import-archive carte-2026-12-05.tar.gz --alias anna-lind --owner anna@example.com'],
  async run({ words: [given = ''], text }, house) {
    const file = resolve(given)
    const owner = text('owner')
    if (owner !== null && !z.email().safeParse(owner).success) throw new UsageError(`${owner} is no e-mail address.`)
    const aliasOf = readAliases(text('alias'))
    const size = await stat(file).then(({ size: bytes }) => bytes, refuse(file))
    if (size > archiveLimits.fileBytesMax)
      throw new Refusal(`The archive ${file} cannot be used. It is larger than anything this program makes (2 GB).`)

    const { changes, storage } = await recorded(house, { act: 'card.import', detail: { from: 'archive' } })
    const read = (): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 256 * 1024, signal: house.signal })
    const taken = await importArchive({ changes, storage, clock: house.clock }, read, { aliasOf, owner }).catch(refuse(file))
    for (const card of taken.cards) {
      house.terminal.say(`Made: ${house.settings.publicUrl}${cardHref(card, 'home')}`)
      house.terminal.say(`  ${count(card.contacts, 'contact')}, ${count(card.pictures, 'picture')}. It belongs to ${taken.owner}.`)
    }
    if (taken.cards.length === 0) house.terminal.say('There is no card in it. Nothing was changed.')
  },
}

/** How a card is to be called here, by how it was called there. */
function readAliases(said: string | null): (alias: string, head: ArchiveHead) => string {
  if (said === null) return (alias) => alias
  if (!said.includes('=')) {
    return (_, head) => {
      if (head.cards.length > 1) throw new Refusal(`It holds ${count(head.cards.length, 'card')}: say which with --alias OLD=NEW.`)
      return said
    }
  }
  const pairs = new Map(said.split(',').map((pair) => pair.split('=').map((word) => word.trim()) as [string, string]))
  return (alias) => pairs.get(alias) ?? alias
}

const refuse =
  (file: string) =>
  (error: unknown): never => {
    const code = codeOf(error)
    const reason =
      code === 'ENOENT'
        ? 'There is no such file.'
        : code === 'EACCES'
          ? 'This user may not read it.'
          : code === 'EISDIR'
            ? 'It is a folder.'
            : explainError(error).lines.join(' ')
    throw new Refusal(`The archive ${file} cannot be used. ${reason} Nothing was changed.`, { cause: error })
  }
