import fc from 'fast-check'

/** The same values on every run: what a test finds must not depend on luck. `FAST_CHECK_SEED` looks for more. */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 20_261_122) })

export default fc
