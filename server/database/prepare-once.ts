import type { Db } from './database.ts'

/** Builds a statement once for each database and transaction. Its values are placeholders, filled in by `execute`. */
export function prepareOnce<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const statement = built.get(db) ?? build(db)
    built.set(db, statement)
    return statement
  }
}
