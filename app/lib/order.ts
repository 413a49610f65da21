import { isUuid } from './uuid.ts'

/** The ids with one of them moved to another place. */
export function moved(ids: string[], id: string, to: number): string[] {
	const rest = ids.filter((other) => other !== id)
	return rest.toSpliced(Math.max(0, to), 0, id)
}

/** The order that a form sends: ids separated by commas. Anything that is not an id is left out. */
export function readOrder(text: string): string[] {
	return text.split(',').filter((id) => isUuid(id))
}
