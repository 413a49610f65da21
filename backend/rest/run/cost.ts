import type { Sql } from 'postgres'
import { RestError } from '../errors.ts'
import type { Row, Statement } from './transaction.ts'

const NAME = 'pgrst_cost'

/**
 * The steps that ask the planner for the cost of a statement, whatever its values are. With the caller's values the estimate, and
 * so a refusal, would reveal rows that the caller must not see.
 */
export function costSteps(sql: Sql, { text, params }: Statement): Promise<unknown>[] {
	const values = params.values.length > 0 ? `(${params.values.map(() => 'null').join(', ')})` : ''
	const steps = [
		'set local plan_cache_mode = force_generic_plan',
		`prepare ${NAME} as ${text}`,
		`explain (format json) execute ${NAME}${values}`,
		`deallocate ${NAME}`,
		'set local plan_cache_mode = auto',
	]
	return steps.map((step) => sql.unsafe(step).execute())
}

/** @throws RestError when the answers to these steps say that the statement costs more than `most`. */
export function checkCost(answers: unknown[], most: number): void {
	const [row] = (answers[2] ?? []) as Row[]
	const plans = row?.['QUERY PLAN'] as unknown as { Plan: { 'Total Cost': number } }[] | undefined
	if ((plans?.[0]?.Plan['Total Cost'] ?? Infinity) <= most) return
	const details = 'The statement adds up more rows than is allowed here.'
	throw new RestError(400, '54001', 'plan cost limit exceeded', details)
}
