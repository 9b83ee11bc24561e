import { createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";

/** What the browser stores between 'Login with Google' and its return. */
const Attempt = v.object({ state: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)), to: v.optional(v.string()) });

const attemptCookie = (request: Request, orgName: string) =>
	createCookie("matricula-google", {
		path: `/${orgName}`,
		httpOnly: true,
		sameSite: "lax",
		secure: new URL(request.url).protocol === "https:",
	});

const readAttempt = async (request: Request, orgName: string) => {
	const value: unknown = await attemptCookie(request, orgName).parse(request.headers.get("cookie"));
	const attempt = v.safeParse(Attempt, value);
	return attempt.success ? attempt.output : undefined;
};

/** Returns the login's state. why: without it, another person's code could sign the user in (ASVS 7.6.2). */
export const openGoogleAttempt = async (request: Request, orgName: string, to: string | undefined) => {
	const state = (await readAttempt(request, orgName))?.state ?? crypto.randomUUID();
	return { state, setCookie: await attemptCookie(request, orgName).serialize({ state, to }) };
};

/** Returns the transfer code when the same browser has come back with it, or that its user cancelled. */
export const readGoogleReturn = async (request: Request, orgName: string) => {
	const { searchParams } = new URL(request.url);
	const attempt = await readAttempt(request, orgName);
	const isOurs = attempt !== undefined && searchParams.get("state") === attempt.state;
	const code = (isOurs && searchParams.get("transfer_code")) || undefined;
	const isCancelled = isOurs && code === undefined && searchParams.get("cancelled") === "true";
	return { code, isCancelled, to: attempt?.to ?? null };
};

export const closeGoogleAttempt = (request: Request, orgName: string) =>
	attemptCookie(request, orgName).serialize("", { maxAge: 0 });
