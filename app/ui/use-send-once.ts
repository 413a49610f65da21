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
		const release = (): void => {
			const { navigation, fetchers } = router.state
			if (navigation.state !== 'idle' || [...fetchers.values()].some(({ state }) => state !== 'idle')) return
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
