import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { Env } from "#worker/env";
import { hashToken, sign, verifySignature } from "#worker/http/keys";

/** Milliseconds a user may take to choose an account. */
export const stateLifetimeMs = 10 * 60_000;

const State = v.object({
	organisationId: v.string(),
	/** Where the browser goes in the end; checked before it was signed. */
	callbackUrl: v.string(),
	/** This attempt. */
	flow: v.string(),
	/** Hash of the secret in the cookie of the browser that began. */
	browser: v.string(),
	expiresAt: v.number(),
});
export type State = v.InferOutput<typeof State>;

/** What travels to Google and back: readable, but not to be changed. */
export const writeState = async (env: Env, state: State): Promise<string> => {
	const body = Buffer.from(JSON.stringify(state)).toString("base64url");
	return `${body}.${await sign(env.SECRET, "oauth-state", body)}`;
};

/** The state as it was written, or undefined when it was not written here. */
export const readState = async (env: Env, text: string): Promise<State | undefined> => {
	const [, body, signature] = /^([\w-]{1,2000})\.([\w-]{43})$/.exec(text) ?? [];
	if (!body || !signature) return undefined;
	if (!(await verifySignature(env.SECRET, "oauth-state", body, signature))) return undefined;
	return v.parse(State, JSON.parse(Buffer.from(body, "base64url").toString()));
};

/** Is it still good, and is this the browser that began? (ASVS 7.6.2) */
export const isStateOf = async (state: State, browserSecret: string, now: number): Promise<boolean> =>
	state.expiresAt > now && state.browser === (await hashToken(browserSecret));

/** PKCE's verifier and OpenID's nonce follow from the browser's secret, so that nothing is stored between the two requests. */
export const secretsOf = async (env: Env, flow: string, browserSecret: string) => ({
	verifier: await sign(env.SECRET, "oauth-state", `verifier ${flow} ${browserSecret}`),
	nonce: await sign(env.SECRET, "oauth-state", `nonce ${flow} ${browserSecret}`),
});
