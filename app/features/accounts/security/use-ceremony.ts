import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFetcher, useSubmit } from 'react-router'
import { runCeremony, supportsKeys } from './ceremony.ts'
import type { SecurityReply } from './security.ts'

const neverChanges = () => () => undefined

/**
 * Creates or uses a key in two steps: the fetcher's form asks for a challenge (`<kind>-start`), the browser's dialogue opens, and its
 * answer goes to the page's action (`<kind>-finish`, with the fields `more`). `supported` is false in browsers that cannot use keys,
 * and undefined before hydration and without JavaScript.
 */
export function useCeremony(kind: 'key' | 'passkey', more: Record<string, string> = {}) {
	const supported = useSyncExternalStore(neverChanges, supportsKeys, () => undefined)
	const fetcher = useFetcher<SecurityReply>()
	const submit = useSubmit()
	const [closed, setClosed] = useState(false)
	const ceremony = fetcher.data?.ceremony
	useEffect(() => {
		if (!ceremony) return
		const finish = async (): Promise<void> => {
			const credential = await runCeremony(ceremony)
			if (!credential) return setClosed(true)
			const { challenge, factor = '' } = ceremony
			const fields = { ...more, intent: `${kind}-finish`, kind: ceremony.kind, challenge, factor, credential }
			// Sent as the page's own form, because the answer may be a page of recovery codes.
			await submit(fields, { method: 'post', preventScrollReset: true })
		}
		void finish()
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each ceremony
	}, [ceremony])
	return {
		supported,
		Form: fetcher.Form,
		busy: fetcher.state !== 'idle',
		failure: closed
			? 'Der Vorgang wurde abgebrochen oder dauerte zu lange. Bitte versuchen Sie es noch einmal.'
			: fetcher.data?.failure,
		begin: () => setClosed(false),
	}
}
