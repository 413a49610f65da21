import { useCallback } from 'react'
import { type NavigateOptions, type To, useNavigate } from 'react-router'
import { isCutOff } from '#app/lib/trouble.ts'

/**
 * Goes to another page by script. Without a connection this one stays with everything that was typed and says so, as after a press on a link
 * (trouble.tsx). Returns whether it goes.
 */
export function useGo(): (to: To, options?: NavigateOptions) => boolean {
	const navigate = useNavigate()
	return useCallback(
		(to, options) => {
			if (isCutOff()) return false
			void navigate(to, options)
			return true
		},
		[navigate],
	)
}
