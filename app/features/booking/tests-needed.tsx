import { Link } from 'react-router'
import { testNote } from '#app/features/services/test-before.ts'
import { paths } from '#app/lib/paths.ts'
import { Notice } from '#app/ui/notice.tsx'

/** A chosen service that needs a test before. `path` leads to booking the test; nothing when it is booked by phone. */
export type TestNeeded = { service: string; name: string; hours: number; path?: string }

/** Which tests the chosen services need before, and how to get one. */
export function TestsNeeded({ tests, phone }: { tests: TestNeeded[]; phone: string }) {
	if (tests.length === 0) return null
	return (
		<Notice>
			{tests.map((test) => (
				<p key={test.service}>
					„{test.service}“ braucht {testNote(test)}.{' '}
					{test.path ? (
						<Link to={test.path}>{test.name} buchen</Link>
					) : (
						`Bitte rufen Sie dafür an${phone ? `: ${phone}` : ''}.`
					)}
				</p>
			))}
			<p>
				Sie hatten den Test schon oder haben ihn gebucht? <Link to={paths.login()}>Melden Sie sich an</Link>, damit wir
				ihn finden{phone ? `, oder buchen Sie telefonisch: ${phone}` : ''}.
			</p>
		</Notice>
	)
}
