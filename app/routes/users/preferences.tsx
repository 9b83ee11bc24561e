import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { PreferencesSchema, preferencesCookie, readPreferences } from "#app/session/preferences.server";
import { readForm, requireOwnPage } from "#app/session/read-form.server";
import { safeReturn } from "#app/session/require-user.server";
import { updatePreferences } from "#worker/services/users/contract";

/** Stores theme, density and sidebar in the browser's cookie, and single keys with the account. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const form = await readForm(request, context);
	const keys = form.get("keys");
	// why only here: the look belongs to the browser, the keys to the user on every machine.
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

/** why encoded: a segment like `\elsewhere.example` must not become another site's address. */
const loginPage = ({ orgName = "" }: ActionFunctionArgs["params"]) => `/${encodeURIComponent(orgName)}`;
