import { data } from 'react-router'

/** Handles every address that no other route knows. */
export function loader(): never {
	throw data('Page Not Found', { status: 404 })
}

export default function NotFound(): null {
	return null
}
