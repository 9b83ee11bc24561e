import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { PreferencesSchema, preferencesCookie, readPreferences } from "#app/session/preferences.server";
import { readForm } from "#app/session/read-form.server";
import { safeReturn } from "#app/session/require-user.server";

/** Theme, density, keys and sidebar: kept in the browser's cookie, so it needs no account and no session. */
export const action = async ({ request, params }: ActionFunctionArgs) => {
	const form = await readForm(request);
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
