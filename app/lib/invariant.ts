import { data } from 'react-router'
import type { CodedError } from './errors.ts'

/** Throws a response when a condition that the page needs does not hold: 404 unless told otherwise. */
export function invariantResponse(condition: unknown, message = 'Page Not Found', status = 404): asserts condition {
	if (!condition) throw data(message, { status })
}

/** Whether the services refused the caller's token itself: it does not verify, has expired, or was made for another address. */
export const isRefusedToken = (error: CodedError | null): boolean => /^PGRST30[13]$/.test(error?.code ?? '')

/**
 * The data of a query that must succeed.
 * @throws Error with the service's text, shown to nobody and reported; a 401 when it is the caller's token that is refused.
 */
export function invariantData<T>(result: { data: T; error: CodedError | null }): NonNullable<T> {
	invariantResponse(!isRefusedToken(result.error), 'Auth session missing!', 401)
	if (result.error) {
		const { code, message, details } = result.error
		throw new Error([code, message, details].filter(Boolean).join(' '), { cause: result.error })
	}
	return result.data as NonNullable<T>
}
