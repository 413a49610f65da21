import { isUuid } from './uuid.ts'

/** The ids with one of them at another place. */
export function moved(ids: string[], id: string, to: number): string[] {
	const rest = ids.filter((other) => other !== id)
	return rest.toSpliced(Math.max(0, to), 0, id)
}

/** The order that a form sends: ids separated by commas; what is none is left out. */
export function readOrder(text: string): string[] {
	return text.split(',').filter((id) => isUuid(id))
}
