import * as v from "valibot";
import type { ServicesFetcher } from "#app/api/client";
import { readProblem } from "#app/api/read-problem";
import {
	organisationCookies,
	type SessionValue,
	type TemplateMode,
	type Toast,
} from "#app/session/session-cookie.server";
import { problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";
import { refreshToken as refreshEndpoint } from "#worker/services/auth/contract";

interface SessionOptions {
	request: Request;
	orgName: string;
	secret: string;
	client: { id: string; secret: string };
	fetcher: ServicesFetcher;
	headers: Record<string, string>;
}

/** The session of one organisation during one request: read from its cookie at the start, written back at the end. */
export type PortalSession = Awaited<ReturnType<typeof openPortalSession>>;

export const openPortalSession = async ({ request, orgName, secret, client, fetcher, headers }: SessionOptions) => {
	// why: the organisation is part of the key, so that one institution's cookie is invalid in another's path.
	const cookies = organisationCookies(orgName, `${secret}\n${orgName}`, new URL(request.url).protocol === "https:");
	const isData = new URL(request.url).searchParams.has("_data");
	const header = request.headers.get("cookie");
	let current = await cookies.readSession(header);
	const toastAtStart = await cookies.readToast(header);
	const changes: { session?: SessionValue | null; toast?: Toast | null; mode?: TemplateMode } = {};
	let refreshing: Promise<Result<boolean>> | undefined;
	let isAnswered = false;

	const end = () => {
		current = undefined;
		changes.session = null;
	};
	const exchange = async (): Promise<Result<boolean>> => {
		if (!current) return { ok: true, value: false };
		let answer: Response;
		try {
			answer = await fetcher.fetch(tokenRequest(current.refreshToken, client, headers));
		} catch {
			return { ok: false, problem: problem("network") };
		}
		// why: §7: a refresh that fails with 401 or 404 logs the user out; any other failure is answered as it is.
		if (answer.status === 401 || answer.status === 404) {
			end();
			return { ok: true, value: false };
		}
		if (!answer.ok) return { ok: false, problem: await readProblem(answer) };
		const pair = v.parse(refreshEndpoint.response, await answer.json());
		current = { ...current, accessToken: pair.access_token, refreshToken: pair.refresh_token };
		changes.session = current;
		return { ok: true, value: true };
	};

	return {
		isOpen: () => current !== undefined,
		csrf: () => current?.csrf,
		accessToken: () => current?.accessToken,
		/** One refresh, however many calls ask while it runs. */
		refresh: (): Promise<Result<boolean>> => {
			// why: a part that is streamed comes after the headers; new tokens that no cookie takes along end the session.
			if (isAnswered) return Promise.resolve({ ok: true, value: false });
			refreshing ??= exchange().finally(() => {
				refreshing = undefined;
			});
			return refreshing;
		},
		/** Starts a new session from a pair of tokens: the old cookie, if any, is replaced. */
		start: ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => {
			// why not all that is given: browsers drop a cookie above 4 kB, and a user's roles can exceed that.
			current = { accessToken, refreshToken, csrf: crypto.randomUUID() };
			changes.session = current;
		},
		end,
		/** Shown once, on the next page. */
		flash: (toast: Omit<Toast, "id" | "at">) => {
			changes.toast = { ...toast, id: crypto.randomUUID(), at: Date.now() };
		},
		takeToast: (): Omit<Toast, "at"> | undefined => {
			// why: data may be read again before it is drawn; only a whole page has certainly shown its toast.
			if (toastAtStart && changes.toast === undefined && !isData) changes.toast = null;
			return toastAtStart && stillTrue(toastAtStart);
		},
		/** Forgets the toast that offers an action, once the action is done. @param to the action's address */
		settleToast: (to: string): void => {
			if (toastAtStart?.action?.to === to) changes.toast = null;
		},
		/** How the open template is shown (§2): as its form unless the preview was chosen. */
		templateMode: async (): Promise<TemplateMode> => changes.mode ?? (await cookies.readMode(header)) ?? "edit",
		setTemplateMode: (mode: TemplateMode): void => {
			changes.mode = mode;
		},
		/** Returns the `Set-Cookie` headers that the request calls for. */
		setCookies: async (): Promise<string[]> => {
			await refreshing;
			isAnswered = true;
			const set: string[] = [];
			if (changes.session === null) set.push(await cookies.clearSession());
			if (changes.session) set.push(await cookies.writeSession(changes.session));
			if (changes.toast === null) set.push(await cookies.clearToast());
			if (changes.toast) set.push(await cookies.writeToast(changes.toast));
			if (changes.mode) set.push(await cookies.writeMode(changes.mode));
			return set;
		},
	};
};

/** Returns a toast with the time that is left for its action, or nothing when that time is over. */
const stillTrue = ({ at, ...toast }: Toast): Omit<Toast, "at"> | undefined => {
	if (!toast.action) return toast;
	const forMs = toast.action.forMs - (Date.now() - at);
	return forMs > 0 ? { ...toast, action: { ...toast.action, forMs } } : undefined;
};

const tokenRequest = (refreshToken: string, client: SessionOptions["client"], headers: Record<string, string>) =>
	new Request("http://services/api/ums/token", {
		method: "POST",
		headers,
		body: new URLSearchParams({
			grant_type: "refresh_grant",
			refresh_token: refreshToken,
			client_id: client.id,
			client_secret: client.secret,
		}),
	});
