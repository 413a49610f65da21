import { createHash } from 'node:crypto'
import { readSchemas } from '#scripts/schemas.ts'
import type { LargeOptions } from './large.ts'

/** Names a data set by its options, the day, and the schema it was made for. */
export async function stampOf(options: LargeOptions): Promise<string> {
	const schema = createHash('sha256')
		.update(await readSchemas())
		.digest('hex')
		.slice(0, 8)
	const wish = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`${name}-${value}`]))
	return [new Date().toISOString().slice(0, 10), schema, ...wish].join('_')
}
