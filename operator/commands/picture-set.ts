import { open } from 'node:fs/promises'
import { readCard } from '#server/cards/read-card.ts'
import { savePicture } from '#server/media/save-picture.ts'
import { pictureKinds } from '#server/media/tables.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import type { Command } from '../command.ts'
import { nearest } from '../nearest.ts'
import { bytes } from '../terminal/amounts.ts'
import { UsageError } from '../usage-error.ts'

const fileBytesMax = 64_000_000

export const pictureSet: Command = {
  name: 'picture set',
  words: 'ALIAS KIND FILE',
  purpose: 'Gives a card a picture.',
  about:
    `KIND is one of ${pictureKinds.join(', ')}. The file is read by what is in it, not by its name: JPEG, PNG, WebP, AVIF and others, at most 15 MB and 40 million pixels. ` +
    'It is written anew: place, camera and everything hidden in it stay behind.',
  changes: 'The card’s picture of that kind, under a new address. At once, on every server.',
  flags: {},
  examples: ['picture set maren profile portrait.jpg', 'picture set maren logo logo.png'],
  async run({ words: [alias = '', word = '', file = ''] }, house) {
    const kind = pictureKinds.find((known) => known === word)
    if (!kind) {
      const near = nearest(word, pictureKinds)
      throw new UsageError(`There is no picture “${word}”. ${near ? `Did you mean ${near}?` : `There are ${pictureKinds.join(', ')}.`}`)
    }
    const picture = await readPicture(file)
    const { database, changes, storage } = await house.open()
    const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
    const { width, height, replaced } = await changes.write(async (tx, tell) => {
      const saved = await savePicture({ storage, clock: house.clock }, tx, subject.id, kind, picture)
      tell(`card:${subject.id}`)
      return saved
    })
    if (replaced) await storage.remove(replaced)
    house.terminal.say(`${subject.alias} has a new ${kind} picture, ${width} × ${height}.`)
  },
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > fileBytesMax) throw new Refusal(`${path} is too large: ${bytes(size)}, at most ${bytes(fileBytesMax)}.`)
    return await file.readFile()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  }
}
