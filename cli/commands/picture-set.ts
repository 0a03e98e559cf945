import { readCard } from '#server/cards/public/read-card.ts'
import { replacePicture } from '#server/media/replace-picture.ts'
import { pictureKinds } from '#server/media/tables.ts'
import { type Command, UsageError } from '../command.ts'
import { nearest } from '../../server/common/word-distance.ts'
import { openAudited } from '../audited.ts'
import { readPictureFile } from './read-picture-file.ts'

export const pictureSet: Command = {
  name: 'picture set',
  args: 'ALIAS KIND FILE',
  purpose: 'Sets an image of a card.',
  about:
    `KIND is one of ${pictureKinds.join(', ')}. The format is detected from the file’s content: JPEG, PNG, WebP, AVIF and others, at most 15 MB and 40 million pixels. ` +
    'The image is re-encoded, without location, camera data and other metadata.',
  changes: 'The card’s image of that kind, under a new address. Immediately, on every server.',
  flags: {},
  examples: ['picture set maren profile portrait.jpg', 'picture set maren logo logo.png'],
  async run({ positionals: [alias = '', word = '', file = ''] }, context) {
    const kind = pictureKinds.find((known) => known === word)
    if (!kind) {
      const near = nearest(word, pictureKinds)
      throw new UsageError(`There is no image “${word}”. ${near ? `Did you mean ${near}?` : `There are ${pictureKinds.join(', ')}.`}`)
    }
    const picture = await readPictureFile(file)
    const { database, storage } = await context.open()
    const { subject } = await readCard({ ...context, db: database.db }, alias)
    const done = { subjectId: subject.id, alias: subject.alias, detail: { kind } }
    const { changes } = await openAudited(context, { act: 'picture.set', ...done })
    const deps = { ...database, changes, storage, clock: context.clock }
    const { width, height } = await replacePicture(deps, subject.id, kind, picture)
    context.terminal.print(`${subject.alias} has a new ${kind} image, ${width} × ${height}.`)
  },
}
