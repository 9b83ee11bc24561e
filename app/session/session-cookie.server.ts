import { type Cookie, type CookieOptions, createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import { ToastAction, ToastLink } from "#app/ui/toast/toast-action";
import { Recent } from "#worker/contract/recent";

/** What a signed-in browser holds for one organisation. The browser's JavaScript never sees it. */
const SessionValue = v.object({
	accessToken: v.string(),
	refreshToken: v.string(),
	/** Repeated in every form; a page of another site cannot know it. */
	csrf: v.string(),
});
export type SessionValue = v.InferOutput<typeof SessionValue>;

const Toast = v.object({
	id: v.string(),
	kind: v.picklist(["success", "error", "info", "warning"]),
	message: v.string(),
	action: v.optional(ToastAction),
	link: v.optional(ToastLink),
	settles: v.optional(v.string()),
	/** When it was made: its action can be done for `forMs` from then on. */
	at: v.number(),
});
export type Toast = v.InferOutput<typeof Toast>;

/** Whether `/manage-template` shows the form or the preview; it lasts as long as the browser is open. */
const TemplateMode = v.picklist(["edit", "preview"]);
export type TemplateMode = v.InferOutput<typeof TemplateMode>;

/** How long a session lasts at most; the refresh token has the same limit. */
const sessionSeconds = 12 * 60 * 60;

/** why: browsers accept a name with this prefix over https only, so nobody can set the cookie over http. */
export const cookieName = (name: "matricula" | "matricula-toast" | "matricula-mode", secure: boolean): string =>
	secure ? `__Secure-${name}` : name;

/** The cookies of one organisation, scoped to its path (§6). @param secure false only on http://localhost */
export const organisationCookies = (orgName: string, secret: string, secure: boolean) => {
	const options: CookieOptions = { path: `/${orgName}`, httpOnly: true, sameSite: "lax", secure, secrets: [secret] };
	const session = createCookie(cookieName("matricula", secure), { ...options, maxAge: sessionSeconds });
	const toast = createCookie(cookieName("matricula-toast", secure), { ...options, maxAge: 15 });
	// why apart from the session: written with it, an older pair of tokens could take the place of a newer one.
	const mode = createCookie(cookieName("matricula-mode", secure), { ...options, path: `/${orgName}/manage-template` });
	return {
		readSession: async (header: string | null) => {
			const key = `${secret}\n${textOf(session.name, header)}`;
			const known = genuine.get(key) ?? (await read(SessionValue, session, header));
			if (known) genuine.set(key, known);
			return known;
		},
		writeSession: (value: SessionValue) => session.serialize(value),
		clearSession: () => session.serialize("", { maxAge: 0 }),
		readToast: (header: string | null) => read(Toast, toast, header),
		writeToast: (value: Toast) => toast.serialize(value),
		clearToast: () => toast.serialize("", { maxAge: 0 }),
		readMode: (header: string | null) => read(TemplateMode, mode, header),
		writeMode: (value: TemplateMode) => mode.serialize(value),
	};
};

/** why: the same cookie comes with every page; to check its signature and to read it costs as much as some components. */
const genuine = new Recent<SessionValue>(500);

/** Returns a cookie as it was sent, signature included; empty without one. */
const textOf = (name: string, header: string | null): string =>
	header?.split(/;\s*/).find((part) => part.startsWith(`${name}=`)) ?? "";

const read = async <S extends v.GenericSchema>(schema: S, cookie: Cookie, header: string | null) => {
	// why: parsing throws for a value whose signature is not even base64, because it was cut short or invented.
	const parsed = v.safeParse(schema, await cookie.parse(header).catch(() => undefined));
	return parsed.success ? parsed.output : undefined;
};
