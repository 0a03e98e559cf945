import type { Api } from '#contract/api.ts'

/** Gives backups the folder that the server proposes, if they have none yet. */
export async function chooseBackupFolder({ call }: Pick<Api, 'call'>): Promise<void> {
  const { target, proposal } = await call('admin.backups')
  if (target === '') await call('admin.changeSettings', { input: { settings: [{ name: 'BACKUP_TO', value: proposal }] } })
}
