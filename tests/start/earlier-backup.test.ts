import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { createApp } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { freePort } from '../harness/site.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { callerAt } from './caller.ts'
import { isInClone, checkOutRelease } from './check-out-release.ts'
import { aFolder, run } from './program.ts'

/** The last commit before the baseline migration replaced 36 others, and one with only the baseline, which can restore its backups. */
const commit = '5324f56765894a4d4b31cc5ca17993d2fc0adf87'
const baseline = 'c382d1d21b76c7e8c0004264baaf3fa8dc4d1044'
const hasHistory = isInClone(commit) && isInClone(baseline)
const email = 'anna@example.com'

test.skipIf(!hasHistory)(
  'a pre-baseline database is rejected, its backup restored (needs git history)',
  async () => {
    await using folder = await aFolder()
    await using home = await aFolder()
    await using baselineHome = await aFolder()
    await using postgres = await aPostgres()
    await runSql(postgres.address, 'create database carte')
    checkOutRelease(commit, home.path)
    checkOutRelease(baseline, baselineHome.path)
    const common = { DEMO: 'off', HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3999', LOG_LEVEL: 'warn' }
    const address = addressOf(postgres.address, 'carte')
    const earlier = { ...common, DATABASE_URL: address, DATA_DIR: join(folder.path, 'earlier') }
    const now = { ...common, DATA_DIR: join(folder.path, 'now') }
    const [portrait, file] = [join(folder.path, 'portrait.png'), join(folder.path, 'earlier.backup')]
    const carte = async (environment: NodeJS.ProcessEnv, words: string[], where: { home?: string } = {}) => {
      await using program = run('cli/main.ts', environment, { after: words, ...where })
      expect(await program.ended, program.errorOutput()).toBe(0)
    }

    await carte(earlier, ['cards', 'create', 'anna', '--name', 'Anna Lind', '--owner', email, '--plan', 'PRO'], { home: home.path })
    await sharp({ create: { width: 60, height: 60, channels: 3, background: '#1f533f' } }).toFile(portrait)
    await carte(earlier, ['picture', 'set', 'anna', 'profile', portrait], { home: home.path })
    await runSql(
      address,
      `insert into contact (subject_id, id, submission_id, name, full_name, is_proved)
      select id, gen_random_uuid(), gen_random_uuid(), name, name, true from subject, unnest(array['Amara', 'Tobias']) name`,
    )
    await using refused = run('server/main.ts', { ...earlier, PORT: String(await freePort()) })
    expect(await refused.ended).toBe(1)
    expect(refused.errorOutput()).toMatch(
      /^This database was made by another version of Carte, .+restore FILE\): .+with which version\.\n$/,
    )

    await carte(earlier, ['backup', file], { home: home.path })
    await carte(now, ['restore', file], { home: baselineHome.path })
    await using app = await createApp(readSettings(now), { log: silentLog, pages: false, works: false })
    const port = await freePort()
    await using server = createServer(app.listener).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${port}`
    const { '{product}': card } = await callerAt(url).call('cards.read', { params: { alias: 'anna' } })
    expect(card).toMatchObject({ fullName: 'Anna Lind' })
    const picture = await fetch(`${url}/api/public/client-image/anna/ProfileImage`)
    expect(picture.headers.get('content-type')).toMatch(/^image\/(?!svg)/)
    const link = await makeSignInLink(app.deps, email, { endsOthers: false })
    const cookie = await callerAt(url).signIn(link?.token ?? '')
    expect(await callerAt(url, { cookie }).names()).toEqual(['Amara', 'Tobias'])
    server.closeAllConnections()
  },
  240_000,
)
