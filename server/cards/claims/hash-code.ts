import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const saltBytes = 16
const keyBytes = 32

/** A code is short, so its stored hash is slow to guess. */
export async function hashCode(code: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  return `${salt.toString('base64url')}.${(await derive(code, salt)).toString('base64url')}`
}

/** Without a hash to compare with, it takes equally long, so its timing reveals nothing. */
export async function isCode(code: string, storedHash: string | null): Promise<boolean> {
  const [salt = '', key = ''] = (storedHash ?? '').split('.')
  const derived = await derive(code, Buffer.from(salt, 'base64url'))
  const expected = Buffer.from(key, 'base64url')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

function derive(code: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => scrypt(code, salt, keyBytes, (error, key) => (error ? reject(error) : resolve(key))))
}
