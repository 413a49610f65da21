import { useState } from 'react'

/**
 * The last answer of a form on a page that changes by itself: each live change takes `actionData` away, though what it says still holds.
 * `of` names what was answered about; about something else there is no answer yet.
 */
export function useKept<Answer>(answer: Answer | undefined, of = ''): Answer | undefined {
	const [kept, setKept] = useState({ answer, of })
	if (kept.of !== of || (answer !== undefined && answer !== kept.answer)) setKept({ answer, of })
	return answer ?? (kept.of === of ? kept.answer : undefined)
}
