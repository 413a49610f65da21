import { type RefObject, useEffect, useRef } from 'react'
import type { DataRouter } from 'react-router'

export type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null }

/**
 * While a form is on its way it is marked busy, its button shows that, and it is not sent a second time; `data-again` on a form
 * allows that, for what people press several times. Gives the form that was sent last.
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
			// Whatever takes a form itself sends it in another way.
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
 * Whether something that was sent is still without its answer, or leads to another page. While a page that has shown the answer is only
 * looked at anew its forms can be sent: who corrects a field at once must not press in vain.
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
