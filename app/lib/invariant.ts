import { data } from 'react-router'
import type { CodedError } from './errors.ts'

/** Throws a response when a condition that the page needs does not hold: 404 unless told otherwise. */
export function invariantResponse(condition: unknown, message = 'Page Not Found', status = 404): asserts condition {
	if (!condition) throw data(message, { status })
}

/** The data of a query that must succeed. @throws Error with the service's text, shown to nobody and reported. */
export function invariantData<T>(result: { data: T; error: CodedError | null }): NonNullable<T> {
	if (result.error) {
		const { code, message, details } = result.error
		throw new Error([code, message, details].filter(Boolean).join(' '), { cause: result.error })
	}
	return result.data as NonNullable<T>
}
