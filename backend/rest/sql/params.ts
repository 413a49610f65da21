import type { Sql } from 'postgres'
import { RestError } from '../errors.ts'

// `unknown`: PostgreSQL infers the type from the parameter's position, and postgres.js sends the text unchanged.
const UNKNOWN_OID = 705

// The protocol allows 65,535.
const MAX_VALUES = 30_000

export type Bound = ReturnType<Sql['typed']>

/** Collects the values of one statement. */
export class Params {
	readonly values: (string | null)[] = []

	/** Adds a value and returns its placeholder. */
	add(value: string | null): string {
		if (this.values.length >= MAX_VALUES) throw new RestError(400, 'PGRST100', 'Too many values in the request')
		this.values.push(value)
		return `$${this.values.length}`
	}

	/** The values for postgres.js. */
	bind(sql: Sql): Bound[] {
		return this.values.map((value) => sql.typed(value as never, UNKNOWN_OID))
	}
}
