import { expect } from "vitest";
import { createOrganisation, createUser } from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import type { Clock } from "#worker/context";
import { hashPassword } from "#worker/services/auth/password";
import { authRoutes } from "#worker/services/auth/routes";

/** why: at the cost of the tests' configuration; hashed once, because hashing is deliberately slow. */
export const password = "Tram-way 77 Òṣun!";
const passwordHash = hashPassword(password, 1024);

/** Returns the sign-in service alone, called from an address of its own: attempts are counted by it everywhere. */
export const authApp = (clock: Clock) => {
	const app = serviceApp([authRoutes], clock);
	const address = `client ${crypto.randomUUID()}`;
	return (path: string, { headers, ...call }: NonNullable<Parameters<typeof app>[1]> = {}) =>
		app(path, { ...call, headers: { "cf-connecting-ip": address, ...headers } });
};
export type AuthApp = ReturnType<typeof authApp>;

/** Creates an institution with one member of staff who has a password. */
export const createAccount = async (values: Partial<Parameters<typeof createUser>[0]> = {}) => {
	const organisation = await createOrganisation();
	const user = await createUser({ passwordHash, ...values, organisationId: organisation.id });
	return { organisation, user };
};

interface SignedIn {
	accessToken: string;
	refreshToken: string;
}

export const logIn = async (app: AuthApp, organisation: string, username: string, attempt = password, headers = {}) =>
	app("/ums/login", { body: { organisation, username, password: attempt }, headers });

/** Logs in, and throws if that fails. */
export const tokensOf = async (app: AuthApp, organisation: string, username: string): Promise<SignedIn> => {
	const response = await logIn(app, organisation, username);
	if (!response.ok) throw new Error(`login answered ${response.status}`);
	return response.json<SignedIn>();
};

export const refresh = (app: AuthApp, refreshToken: string, more: Record<string, string> = {}) =>
	app("/ums/token", {
		body: new URLSearchParams({
			grant_type: "refresh_grant",
			refresh_token: refreshToken,
			client_id: "portal",
			client_secret: "client secret of the tests",
			...more,
		}),
	});

export interface Pair {
	access_token: string;
	expires_in: number;
	refresh_token: string;
}

export const me = (app: AuthApp, accessToken: string) =>
	app("/ums/me", { headers: { authorization: `Bearer ${accessToken}` } });

/** Returns the response without the parts that differ by request. */
export const bodyOf = async (response: Response) => {
	const { requestId: _, type, title, status, detail, ...body } = await response.json<Record<string, unknown>>();
	if (!response.ok)
		expect([type, status, detail]).toEqual([`/api/docs#problem-${body.code}`, response.status, body.error]);
	return { status: response.status, body };
};
