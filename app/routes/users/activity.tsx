import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";

/** Keeps the session of a user who reads or types, which makes no other request, from being idle (§4 Session). */
export const action = async (args: ActionFunctionArgs) => {
	await readSignedInForm(args.request, args.context);
	await requireUser(args);
	return new Response(null, { status: 204 });
};
