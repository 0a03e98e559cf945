import { takeOverStorage } from '#server/database/storage-owner.ts'
import { createStorage, describeStorage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import type { Command } from '../command.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { recordAudit } from '../audited.ts'

export const storageTakeOver: Command = {
  name: 'storage take-over',
  args: '',
  purpose: 'Takes over the image storage of another installation.',
  about:
    'A bucket or folder of images belongs to one installation. Another one refuses to start with it, because each would remove images that only the other knows. ' +
    'Use this if the other installation is gone for good, for example to restore a backup next to its images after the database was lost. ' +
    'Never use it while the other installation runs.',
  changes: 'The name in the bucket or folder. The previous installation no longer starts on it and removes nothing.',
  flags: { yes: { meaning: 'Confirms that the other installation is gone.' } },
  examples: ['storage take-over --yes'],
  async run({ has }, context) {
    const place = describeStorage(context.settings)
    if (!has('yes')) throw new UserError(`The installation that uses ${place} now loses it. If it is gone for good, add --yes.`)
    const storage = await createStorage(context.settings, silentLog)
    await storage.reach()
    const { database } = await context.open()
    await takeOverStorage({ db: database.db, storage, clock: context.clock })
    await recordAudit(context, { act: 'pictures.take' })
    context.terminal.print(`The images in ${place} now belong to this installation.`)
  },
}
