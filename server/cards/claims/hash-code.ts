import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const saltBytes = 16
const keyBytes = 32

/** A code is short, so what is kept of it is dear to guess at. */
export async function hashCode(code: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return `${salt.toString('base64url')}.${(await derive(code, salt)).toString('base64url')}`
}

/** Takes as long where there is no code to compare with. */
export async function isCode(code: string, kept: string | null): Promise<boolean> {
  const [salt = '', key = ''] = (kept ?? '').split('.')
  const given = await derive(code, Buffer.from(salt, 'base64url'))
  const wanted = Buffer.from(key, 'base64url')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

function derive(code: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => scrypt(code, salt, keyBytes, (error, key) => (error ? reject(error) : resolve(key))))
}
