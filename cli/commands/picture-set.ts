import { readCard } from '#server/cards/public/read-card.ts'
import { replacePicture } from '#server/media/replace-picture.ts'
import { pictureKinds } from '#server/media/tables.ts'
import { type Command, UsageError } from '../command.ts'
import { nearest } from '../../server/word-distance.ts'
import { recorded } from '../recorded.ts'
import { readPictureFile } from './read-picture-file.ts'

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
    const picture = await readPictureFile(file)
    const { database, storage } = await house.open()
    const { subject } = await readCard({ db: database.db, clock: house.clock }, alias)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { kind } }
    const { changes } = await recorded(house, { act: 'picture.set', ...done })
    const needs = { ...database, changes, storage, clock: house.clock }
    const { width, height } = await replacePicture(needs, subject.id, kind, picture)
    house.terminal.say(`${subject.alias} has a new ${kind} picture, ${width} × ${height}.`)
  },
}
