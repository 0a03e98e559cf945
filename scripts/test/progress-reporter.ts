import { writeSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** What a test run reports as it happens. */
export type Progress =
  | { kind: 'file-started'; file: string }
  | { kind: 'test-started'; file: string; name: string }
  | { kind: 'test-ended'; file: string; name: string; state: 'passed' | 'failed' | 'skipped' }
  | { kind: 'failure'; file: string; name: string; text: string }
  | { kind: 'file-ended'; file: string; seconds: number; tests: number }

/** The place of an error that no test awaited. Which one was running then is only a hint. */
export const outsideTests = 'outside the tests'

type Failure = { message?: string; stack?: string }
type Unhandled = Failure & { VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string }

/** Writes a line for each event to the third channel, so that the log of a stopped run shows how far it came. */
export default class ProgressReporter implements Reporter {
  #startedAt = new Map<string, number>()

  onTestModuleStart({ relativeModuleId: file }: TestModule) {
    this.#startedAt.set(file, performance.now())
    send({ kind: 'file-started', file })
  }

  onTestCaseReady(test: TestCase) {
    send({ kind: 'test-started', file: test.module.relativeModuleId, name: test.fullName })
  }

  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result()
    const place = { file: test.module.relativeModuleId, name: test.fullName }
    if (state !== 'pending') send({ kind: 'test-ended', ...place, state })
    if (state === 'failed') sendFailures(place, errors)
  }

  onTestSuiteResult(suite: TestSuite) {
    sendFailures({ file: suite.module.relativeModuleId, name: suite.fullName }, suite.errors())
  }

  onTestModuleEnd(module: TestModule) {
    const { relativeModuleId: file } = module
    sendFailures({ file, name: '' }, module.errors())
    const seconds = (performance.now() - (this.#startedAt.get(file) ?? performance.now())) / 1000
    send({ kind: 'file-ended', file, seconds, tests: [...module.children.allTests()].length })
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly Unhandled[]) {
    for (const error of unhandled) {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test, ...rest } = error
      const name = [path && `during ${relative('', path)}`, test].filter(Boolean).join(' > ')
      sendFailures({ file: outsideTests, name }, [error.message ? error : { message: JSON.stringify(rest) }])
    }
  }
}

function sendFailures(place: { file: string; name: string }, errors: readonly Failure[]) {
  for (const { message = '', stack = '' } of errors.slice(0, 1))
    send({ kind: 'failure', ...place, text: stack.includes(message) ? stack : `${message}\n${stack}` })
}

const send = (progress: Progress) => writeSync(3, `${JSON.stringify(progress)}\n`)
