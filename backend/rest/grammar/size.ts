import type { OutsideLimits } from '../../context.ts'
import { RestError } from '../errors.ts'
import type { Logic, Query, SelectItem } from '../tree.ts'

type Size = { depth: number; resources: number }

/** @throws RestError PGRST100 when a query embeds too deeply or too many resources, or has too many conditions. */
export function checkSize(query: Query, limits: OutsideLimits): void {
	const { depth, resources } = sizeOf(query.select)
	if (depth > limits.depth) throw tooLarge(`Resources are embedded ${depth} deep, at most ${limits.depth} are allowed.`)
	if (resources > limits.resources)
		throw tooLarge(`${resources} resources are embedded, at most ${limits.resources} are allowed.`)
	const conditions = countOf([...query.filters, ...query.logic].map(({ value }) => value))
	if (conditions > limits.conditions)
		throw tooLarge(`There are ${conditions} conditions, at most ${limits.conditions} are allowed.`)
}

function tooLarge(details: string): RestError {
	return new RestError(400, 'PGRST100', 'The request is larger than allowed', details)
}

function sizeOf(items: SelectItem[]): Size {
	const size = { depth: 0, resources: 0 }
	for (const item of items) {
		if (item.kind !== 'relation') continue
		const inner = sizeOf(item.select)
		size.depth = Math.max(size.depth, inner.depth + 1)
		size.resources += inner.resources + 1
	}
	return size
}

function countOf(conditions: Logic[]): number {
	return conditions.reduce((sum, condition) => sum + (condition.kind === 'group' ? countOf(condition.items) : 1), 0)
}

/** Whether a level of the select aggregates rows. */
export function hasAggregate(items: SelectItem[]): boolean {
	return items.some((item) => (item.kind === 'relation' ? hasAggregate(item.select) : item.aggregate !== undefined))
}
