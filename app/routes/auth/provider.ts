import { startSignIn } from '#app/features/accounts/sign-in-services.server.ts'
import type { Route } from './+types/provider.ts'

/** Redirects to another service, to sign in with it or to connect it. */
export const loader = ({ context, request, url }: Route.LoaderArgs) => startSignIn(context, request, url)
