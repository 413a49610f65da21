import { data, type RouterContextProvider } from 'react-router'
import { readBankFile } from '#app/features/billing/bank-file.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { importedContract } from './money.contracts.ts'
import { refused } from './operator.server.ts'

const MOST_LINES = 2000

/** Takes a bank statement in, matches a transfer, marks an invoice as paid, reverses it, decides about an objection, or settles an alert. */
export async function changeMoney(context: Readonly<RouterContextProvider>, form: FormData) {
	const { client } = requireUser(context)
	const [intent, id, reason] = [textOf(form, 'intent'), textOf(form, 'id'), textOf(form, 'reason')]
	if (intent === 'import') return importTransfers(context, form)
	const p_reason = reason
	const steps = {
		paid: () => client.rpc('operator_mark_paid', { p_invoice: id, p_reason }),
		reverse: () =>
			client.rpc('operator_reverse_invoice', { p_invoice: id, p_reason, p_again: textOf(form, 'again') === 'on' }),
		match: () => client.rpc('operator_match_transfer', { p_transfer: id, p_number: textOf(form, 'number'), p_reason }),
		grant: () => client.rpc('operator_decide_objection', { p_item: id, p_grant: true, p_reason }),
		reject: () => client.rpc('operator_decide_objection', { p_item: id, p_grant: false, p_reason }),
		alert: () => client.rpc('operator_settle_alert', { p_alert: Number(id), p_reason }),
	}
	const step = Object.hasOwn(steps, intent) ? steps[intent as keyof typeof steps] : undefined
	invariantResponse(step && (intent === 'alert' ? /^\d{1,15}$/.test(id) : isUuid(id)))
	const { error } = await step()
	if (error) return refused(id, error, { reason, number: textOf(form, 'number') })
	return redirect(operatorPaths.money())
}

async function importTransfers(context: Readonly<RouterContextProvider>, form: FormData) {
	const file = form.get('file')
	const lines =
		file instanceof File && file.size > 0 ? readBankFile(new Uint8Array(await file.arrayBuffer())) : undefined
	const unreadable = { code: 'P0001', message: 'transfers_invalid' }
	if (!lines || lines.length > MOST_LINES) return refused('import', unreadable, {})
	const args = { p_lines: lines }
	const { data: imported, error } = await call(
		requireUser(context).client,
		'operator_import_transfers',
		importedContract,
		args,
	)
	if (error) return refused('import', error, {})
	return data({ form: 'import', message: '', typed: {}, imported })
}
