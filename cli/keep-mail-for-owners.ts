import { openJobs, type Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/integrations/log.ts'
import type { Rooms } from './house.ts'

/** Mails to a card's owners are kept with what they tell of; the next server that is free sends them. */
export const keepMailForOwners = ({ database }: Rooms): Jobs =>
  openJobs({ ...database, log: createLog('error') }, [{ name: 'abuse.mail-taken', run: async () => {} }], { works: false, isCommand: true })
