import { takeOverStorage } from '#server/database/storage-owner.ts'
import { createStorage, describeStorage } from '#server/integrations/storage.ts'
import { Refusal } from '#server/refusal.ts'
import type { Command } from '../command.ts'
import { silentLog } from '../silent-log.ts'
import { record } from '../recorded.ts'

export const picturesTake: Command = {
  name: 'pictures take',
  words: '',
  purpose: 'Takes over the bucket or folder of another installation.',
  about:
    'Pictures belong to one installation, and nothing starts on those of another: each would sweep away what only the other knows. ' +
    'Where the other is gone for good (its database was lost, and a backup is to be restored beside its pictures) this makes them ours. ' +
    'Never while the other still runs.',
  changes: 'The name in the bucket or folder. Whoever had it before does not start there any more, and sweeps nothing.',
  flags: { yes: { meaning: 'Says that the other installation is gone.' } },
  examples: ['pictures take --yes'],
  async run({ has }, house) {
    const place = describeStorage(house.settings)
    if (!has('yes')) throw new Refusal(`Whoever has ${place} now loses it. Where that installation is gone for good, add --yes.`)
    const storage = await createStorage(house.settings, silentLog)
    await storage.reach()
    const { database } = await house.open()
    await takeOverStorage({ db: database.db, storage, clock: house.clock })
    await record(house, { act: 'pictures.take' })
    house.terminal.say(`The pictures in ${place} are this installation's.`)
  },
}
