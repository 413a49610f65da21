import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'

/** The largest form is a week of a team with several periods. */
const MOST_FIELDS = 1000
const FLAT = /^[\w-]{1,100}$/

/**
 * Reads a form by its schema, as conform does, but only what our forms send: a limited number of fields with plain names. Conform reads
 * `a[9]` and `a.b` as lists and objects of any size and depth, obeys `__intent__`, and its time grows with the square of the fields.
 * @throws 413 for more fields than any form has.
 */
export const parseForm = ((form: FormData | URLSearchParams, options: Parameters<typeof parseWithZod>[1]) =>
	parseWithZod(flat(form), options)) as typeof parseWithZod

/**
 * The form that a request carries; all code that reads a form uses this.
 * @throws 415 for a body that is not a form, 400 for a broken one.
 */
export async function readForm(request: Request): Promise<FormData> {
	const type = request.headers.get('content-type') ?? ''
	if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type))
		throw data('Unsupported Media Type', { status: 415 })
	return request.formData().catch((error: unknown) => {
		if (error instanceof TypeError) throw data('Bad Request', { status: 400 })
		throw error
	})
}

function flat(form: FormData | URLSearchParams): FormData {
	const known = new FormData()
	let fields = 0
	for (const [name, value] of form) {
		if (++fields > MOST_FIELDS) throw data('Content Too Large', { status: 413 })
		if (FLAT.test(name) && !name.startsWith('__')) known.append(name, value)
	}
	return known
}
