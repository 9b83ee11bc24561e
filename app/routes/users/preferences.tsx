import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { PreferencesSchema, preferencesCookie, readPreferences } from "#app/session/preferences.server";
import { readForm, requireOwnPage } from "#app/session/read-form.server";
import { safeReturn } from "#app/session/require-user.server";
import { updatePreferences } from "#worker/services/users/preferences.contract";

/**
 * Theme, density and sidebar: kept in the browser's cookie, so it needs no account and no session. Single keys are
 * the user's own, and kept with the account.
 */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const form = await readForm(request, context);
	const keys = form.get("keys");
	// why only here: how the page looks is the browser's affair, which keys answer is the user's on every machine.
	if (keys !== null && context.session.isOpen()) {
		requireOwnPage(form, context);
		orThrow(await context.api.call(updatePreferences, { body: { singleKeys: keys !== "off" } }));
	}
	const current = readPreferences(request.headers.get("cookie"));
	const changed = Object.fromEntries(
		Object.keys(current).flatMap((name) => (form.has(name) ? [[name, form.get(name)]] : [])),
	);
	const returnTo = form.get("returnTo");
	const wanted = safeReturn(typeof returnTo === "string" ? returnTo : null, params.orgName ?? "");
	return redirect(wanted ?? loginPage(params), {
		headers: {
			"set-cookie": preferencesCookie(
				v.parse(PreferencesSchema, { ...current, ...changed }),
				new URL(request.url).protocol === "https:",
			),
		},
	});
};

export const loader = ({ params }: ActionFunctionArgs) => redirect(loginPage(params));

/** why: encoded, so that a segment like `\elsewhere.example` cannot become another site's address. */
const loginPage = ({ orgName = "" }: ActionFunctionArgs["params"]) => `/${encodeURIComponent(orgName)}`;
