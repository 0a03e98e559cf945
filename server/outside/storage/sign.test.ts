import { expect, test } from 'vitest'
import { encode, sign } from './sign.ts'

/** As printed in AWS's own documentation, “Signature Calculations: Examples”. */
const aws = { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const at = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

test.each([
  ['reading a part', 'GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'writing under an odd name',
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['a question without a value', 'GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['a list', 'GET', '/?max-keys=2&prefix=J', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('%s is signed as AWS prints it', (_what, method, path, headers, body, signature) => {
  const { authorization } = sign(aws, { method, url: new URL(path, host), headers, body, at })
  expect(authorization).toContain(`Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request`)
  expect(authorization?.split('Signature=')[1]).toBe(signature)
})

test('letters that a web address bears and a signature does not are encoded', () => {
  expect(encode("a b!'()*+/é~")).toBe('a%20b%21%27%28%29%2A%2B%2F%C3%A9~')
})
