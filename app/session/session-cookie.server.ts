import { type Cookie, type CookieOptions, createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import { ToastAction } from "#app/ui/toast/toast-action";

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
	settles: v.optional(v.string()),
	/** When it was made: its action can be done for `forMs` from then on. */
	at: v.number(),
});
export type Toast = v.InferOutput<typeof Toast>;

/** How long a session lasts at most; the refresh token has the same limit. */
const sessionSeconds = 12 * 60 * 60;

/** why: browsers accept a name with this prefix over https only, so nobody can set the cookie over http. */
export const cookieName = (name: "matricula" | "matricula-toast", secure: boolean): string =>
	secure ? `__Secure-${name}` : name;

/** The cookies of one organisation, scoped to its path (§6). @param secure false only on http://localhost */
export const organisationCookies = (orgName: string, secret: string, secure: boolean) => {
	const options: CookieOptions = { path: `/${orgName}`, httpOnly: true, sameSite: "lax", secure, secrets: [secret] };
	const session = createCookie(cookieName("matricula", secure), { ...options, maxAge: sessionSeconds });
	const toast = createCookie(cookieName("matricula-toast", secure), { ...options, maxAge: 15 });
	return {
		readSession: (header: string | null) => read(SessionValue, session, header),
		writeSession: (value: SessionValue) => session.serialize(value),
		clearSession: () => session.serialize("", { maxAge: 0 }),
		readToast: (header: string | null) => read(Toast, toast, header),
		writeToast: (value: Toast) => toast.serialize(value),
		clearToast: () => toast.serialize("", { maxAge: 0 }),
	};
};

const read = async <S extends v.GenericSchema>(schema: S, cookie: Cookie, header: string | null) => {
	// why: parsing throws for a value whose signature is not even base64, because it was cut short or invented.
	const parsed = v.safeParse(schema, await cookie.parse(header).catch(() => undefined));
	return parsed.success ? parsed.output : undefined;
};
