import type { Sql } from 'postgres'

// `unknown`: PostgreSQL infers the type from where the parameter stands, and postgres.js sends the text untouched.
const UNKNOWN_OID = 705

export type Bound = ReturnType<Sql['typed']>

/** Collects the values of one statement. */
export class Params {
	readonly values: (string | null)[] = []

	/** Adds a value and returns its placeholder. */
	add(value: string | null): string {
		this.values.push(value)
		return `$${this.values.length}`
	}

	/** The values for postgres.js. */
	bind(sql: Sql): Bound[] {
		return this.values.map((value) => sql.typed(value as never, UNKNOWN_OID))
	}
}
