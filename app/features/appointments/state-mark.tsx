import { Badge, type BadgeKind } from '#app/ui/badge.tsx'
import type { State } from './appointment.ts'
import { STATE_NAMES } from './texts.ts'

const LOOKS: Record<State, { icon: string; kind: BadgeKind }> = {
	held: { icon: 'M8 3v5l3 2M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13', kind: 'quiet' },
	requested: {
		icon: 'M6 6a2 2 0 1 1 2.6 1.9c-.4.2-.6.5-.6 1v.4M8 11.8v.1M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13',
		kind: 'waiting',
	},
	awaiting_payment: { icon: 'M1.500 4h13v8.500h-13ZM1.500 7h13M4 10h3', kind: 'waiting' },
	confirmed: { icon: 'm3.5 8.5 3 3 6-7', kind: 'good' },
	completed: { icon: 'm1.5 8.5 3 3 6-7M8 11l.5.5 6-7', kind: 'quiet' },
	no_show: { icon: 'M2 2l12 12M8 8a3 3 0 1 0-2-5M3 14c0-3 2-4.500 5-4.500', kind: 'bad' },
	cancelled: { icon: 'm4 4 8 8m0-8-8 8', kind: 'bad' },
	declined: { icon: 'M8 1.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M3.500 12.500l9-9', kind: 'bad' },
	expired: { icon: 'M4.500 2h7M4.500 14h7M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12', kind: 'quiet' },
}

/** The state of an appointment as icon and word. @param children another word for it */
export function StateMark({ state, children }: { state: State; children?: string }) {
	return <Badge {...LOOKS[state]}>{children ?? STATE_NAMES[state]}</Badge>
}
