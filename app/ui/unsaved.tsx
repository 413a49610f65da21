import type { Ref } from 'react'

/** Inside a form that was sent but not saved: it counts as unsaved, although its fields begin with what was sent. */
export function Unsaved({ when, ref }: { when: boolean; ref?: Ref<HTMLSpanElement> }) {
	return when ? <span hidden data-unsaved ref={ref} /> : null
}
