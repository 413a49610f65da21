import { type RefObject, useEffect, useRef } from 'react'
import type { DataRouter } from 'react-router'

export type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null }

/**
 * While a form is being sent it is marked busy, its button shows that, and it cannot be sent again. `data-again` on a form
 * allows that, for actions that people repeat. Returns the form that was sent last.
 */
export function useSendOnce(router: DataRouter | undefined): RefObject<SentForm | undefined> {
	const last = useRef<SentForm>(undefined)
	useEffect(() => {
		if (!router) return undefined
		const sent = new Map<HTMLFormElement, HTMLElement | null>()
		let before = answersOf(router)
		const release = (): void => {
			if (isUnderWay(router, before)) return
			for (const [form, submitter] of sent) {
				form.removeAttribute('aria-busy')
				submitter?.removeAttribute('data-sent')
			}
			sent.clear()
		}
		const onSubmit = (event: SubmitEvent): void => {
			const form = event.target
			if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.dataset.again !== undefined) return
			if (sent.has(form)) {
				event.preventDefault()
				event.stopPropagation()
				return
			}
			last.current = { form, submitter: event.submitter }
			before = answersOf(router)
			sent.set(form, event.submitter)
			form.setAttribute('aria-busy', 'true')
			event.submitter?.setAttribute('data-sent', '')
			// A form handled by a script is not sent by the browser.
			setTimeout(release)
		}
		window.addEventListener('submit', onSubmit, { capture: true })
		const stop = router.subscribe(release)
		return () => {
			window.removeEventListener('submit', onSubmit, { capture: true })
			stop()
		}
	}, [router])
	return last
}

type Answers = { page: unknown; fetchers: Map<string, unknown> }

const answersOf = ({ state }: DataRouter): Answers => ({
	page: state.actionData,
	fetchers: new Map([...state.fetchers].map(([key, { data }]) => [key, data])),
})

/**
 * Whether a sent form is still waiting for its answer, or leads to another page. Once the page shows the answer and only reloads its
 * data, its forms can be sent again, so that a quick correction is not lost.
 */
function isUnderWay({ state }: DataRouter, before: Answers): boolean {
	const waits = (now: string, answered: boolean): boolean => now === 'submitting' || (now === 'loading' && !answered)
	return (
		waits(state.navigation.state, state.actionData !== before.page) ||
		[...state.fetchers].some(([key, fetcher]) =>
			waits(fetcher.state, !fetcher.formMethod || fetcher.data !== before.fetchers.get(key)),
		)
	)
}
