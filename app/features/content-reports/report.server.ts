import { data, type RouterContextProvider } from 'react-router'
import { call } from '#app/lib/contracts.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { formatDate, formatTime, HOME_ZONE } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import { isTrapped } from '#app/lib/trap.ts'
import { reportedContract, reportTargetContract } from './content-reports.contracts.ts'
import { reportSchema } from './report.form.ts'
import { monthText, readTarget, type Target } from './targets.ts'

const NO_STORE = { 'cache-control': 'private, no-store' }
const FIELDS: Record<string, string> = {
	...{ ground_invalid: 'ground', explanation_missing: 'explanation', text_too_long: 'explanation' },
	...{ name_too_long: 'name', email_invalid: 'email', good_faith_missing: 'good_faith' },
}

/**
 * What `?ziel=` names, with the other pictures of the location for a picture; null without one.
 * @throws 404 for something that nobody sees (any more)
 */
export async function loadReported(context: Readonly<RouterContextProvider>, url: URL) {
	const named = url.searchParams.get('ziel')
	if (named === null) return null
	const target = readTarget(named)
	invariantResponse(target)
	const { client } = sessionOf(context)
	const answer = await call(client, 'get_report_target', reportTargetContract, argsOf(target))
	invariantResponse(!answer.error || errorCode(answer.error) !== 'target_not_found')
	const pictures = target.kind === 'image' ? await picturesBeside(client, target.id) : []
	return { target, ...invariantData(answer), pictures }
}

const argsOf = ({ kind, id }: Target) => ({ p_kind: kind, p_target: id })

async function picturesBeside(client: ReturnType<typeof sessionOf>['client'], id: string) {
	const own = invariantData(await client.from('location_images').select('location_id').eq('id', id).limit(1))
	return invariantData(
		await client
			.from('location_images')
			.select('id, path, alt, width, height, color')
			.eq('location_id', own[0]?.location_id ?? '')
			.order('position')
			.order('id')
			.limit(40),
	)
}

/** Records a report. `reported`: when it came in, once it has. */
export async function sendReport(context: Readonly<RouterContextProvider>, request: Request, url: URL) {
	const target = readTarget(url.searchParams.get('ziel'))
	invariantResponse(target)
	const form = await readForm(request)
	const submission = parseForm(form, { schema: reportSchema })
	const answer = { reply: submission.reply(), reported: '', receipt: false, visit: '' }
	if (submission.status !== 'success') return data(answer, { status: 400, headers: NO_STORE })
	if (isTrapped(form)) return data({ ...answer, reported: inWords(new Date().toISOString()) }, { headers: NO_STORE })
	const { ground, explanation, name, email, good_faith } = submission.value
	const { data: reported, error } = await call(sessionOf(context).client, 'report_content', reportedContract, {
		...argsOf(target),
		...{ p_ground: ground, p_explanation: explanation, p_name: name, p_email: email, p_good_faith: good_faith },
	})
	if (!error) {
		return data(
			{
				...{ ...answer, reported: inWords(reported.reported_at), receipt: reported.receipt },
				visit: reported.visit ? monthText(reported.visit) : '',
			},
			{ headers: NO_STORE },
		)
	}
	const code = errorCode(error)
	const field = FIELDS[code]
	const known = field || code === 'too_many_reports' || code === 'target_not_found'
	if (!known) context.get(servicesContext).report(new Error(`report_content: ${code}`, { cause: error }))
	const message = [errorMessage(code)]
	const reply = submission.reply(field ? { fieldErrors: { [field]: message } } : { formErrors: message })
	return data({ ...answer, reply }, { status: code === 'too_many_reports' ? 429 : 400, headers: NO_STORE })
}

const inWords = (at: string): string => `${formatDate(at, HOME_ZONE)}, ${formatTime(at, HOME_ZONE)} Uhr`
