import type { CodedError } from './errors.ts'
import { invariantData } from './invariant.ts'

/** The services answer at most this many rows; it is the default of hosted services. */
export const MOST_ROWS = 1000

type Rows<Row> = PromiseLike<{ data: Row[] | null; error: CodedError | null }>

/**
 * All rows of a query, or the first `most`, asked for in pages.
 * @param query asks for the rows from one index to another, both included; its order must be a full one, or pages overlap.
 */
export async function allRows<Row>(
	query: (from: number, to: number) => Rows<Row>,
	most = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
	const rows: Row[] = []
	for (;;) {
		const answer = await query(rows.length, Math.min(rows.length + MOST_ROWS, most) - 1)
		// When the last page was exactly full, the next one begins after the last row.
		const page = answer.error?.code === 'PGRST103' ? [] : (invariantData(answer) ?? [])
		rows.push(...page)
		if (page.length < MOST_ROWS || rows.length >= most) return rows
	}
}

/**
 * One page of a query that counts, and how many rows there are in all; after the last page no rows, and the number all the same.
 * @param query asks for the rows from one index to another, both included, with their exact count; its order must be a full one
 * @param page from 1
 */
export async function onePage<Row>(
	query: (from: number, to: number) => PromiseLike<Awaited<Rows<Row>> & { count: number | null }>,
	page: number,
	size: number,
): Promise<{ rows: Row[]; total: number }> {
	const first = (page - 1) * size
	const answer = await query(first, first + size - 1)
	// After the last page the answer does not say how many there are.
	if (answer.error?.code === 'PGRST103') return { rows: [], total: (await query(0, 0)).count ?? 0 }
	return { rows: invariantData(answer), total: answer.count ?? 0 }
}

/**
 * Makes an error of every answer that may have been cut: it has the most rows possible, and the query set no limit of that many or fewer.
 * The way out is a limit, `allRows`, or a function whose answer is one value.
 */
export function wholeAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
	return async (input, init) => {
		const answer = await fetch(input, init)
		// A query for the count alone has no rows to lose.
		if ((init?.method ?? (input instanceof Request ? input.method : 'GET')) === 'HEAD') return answer
		const range = /^(\d+)-(\d+)\//.exec(answer.headers.get('content-range') ?? '')
		if (!range || Number(range[2]) - Number(range[1]) + 1 < MOST_ROWS) return answer
		const url = new URL(input instanceof Request ? input.url : input)
		const asked = url.searchParams.get('limit')
		if (!url.pathname.startsWith('/rest/v1/') || (asked && Number(asked) <= MOST_ROWS)) return answer
		await answer.body?.cancel()
		const message = `The answer of ${url.pathname} has ${MOST_ROWS} rows and was cut.`
		return Response.json({ code: 'answer_cut', message, details: null, hint: null }, { status: 500 })
	}
}
