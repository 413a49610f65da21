import { data } from 'react-router'
import type { Right } from '#app/features/members/rights.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { act, type Outcome } from './appointments.commands.server.ts'
import type { Location } from './appointments.queries.server.ts'
import type { Answered } from './edit-form.tsx'
import { submitChange } from './edit.server.ts'
import { shownOnly } from './edit.ts'
import { changeBack, moveBack } from './following.server.ts'
import { changeRoom, resize, undoChange } from './quick-changes.server.ts'
import { settleThread, writeToCustomer } from './thread.server.ts'
import { submitRepetition } from './repetition.server.ts'

type Member = { client: Client; location: Location; rights: readonly Right[] }
type Answer = { outcome?: Outcome; answered?: Answered }

const QUICKLY: Record<string, typeof resize | undefined> = {
	...{
		resize,
		room: changeRoom,
		undo: undoChange,
		repeat: submitRepetition,
		back: moveBack,
		write: writeToCustomer,
		settle: settleThread,
		'change-back': changeBack,
	},
}

/** Answers a form of an appointment's page: the one for the whole appointment, or one step. @throws a redirect after saving */
export async function answerTo(member: Member, id: string, form: FormData, url: URL) {
	const { client, location } = member
	const intent = form.get('intent')
	if (intent === 'change' || intent === 'anyway')
		return data<Answer>(
			{ answered: await submitChange({ client, location }, id, form, shownOnly(url)) },
			{ status: 400 },
		)
	const quickly = typeof intent === 'string' ? QUICKLY[intent] : undefined
	const outcome = quickly ? await quickly(member, id, form) : await act(client, location, id, form)
	return data<Answer>({ outcome }, { status: outcome.ok || outcome.series?.question ? 200 : 400 })
}
