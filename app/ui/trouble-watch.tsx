import { use, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'
import { keeperOf } from '#app/lib/keep-page.ts'
import { keepWith, troubles } from '#app/lib/trouble.ts'
import { TroubleNotice } from './trouble-notice.tsx'
import { useSendOnce } from './use-send-once.ts'
import { useTrouble } from './use-trouble.ts'

/**
 * Shows why this page gets no answer and offers a way on, while the page keeps everything that was typed. Also makes
 * sure that forms are sent only once.
 */
export function TroubleWatch() {
	const router = use(DataRouterContext)?.router
	const trouble = useTrouble()
	const last = useSendOnce(router)
	const { pathname } = useLocation()
	const shown = useRef(pathname)
	useEffect(() => {
		if (router) keepWith(keeperOf(router))
	}, [router])
	useEffect(() => {
		if (shown.current !== pathname) troubles.tell(undefined)
		shown.current = pathname
	}, [pathname])
	if (!trouble) return null
	const again = (): void => {
		const { form, submitter } = last.current ?? {}
		if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : undefined)
	}
	return <TroubleNotice trouble={trouble} again={last.current?.form.isConnected ? again : undefined} />
}
