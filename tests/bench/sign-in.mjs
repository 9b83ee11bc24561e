import "../../worker/local/resolve-typescript.mjs";
import { demoAccounts } from "../../worker/local/seed-once.mjs";

const findAccount = async (organisation) => {
	const accounts = await demoAccounts();
	return accounts.find((account) => account.organisation === organisation);
};

/** Signs in like a browser that runs scripts. @returns the cookie header of the session, valid for 15 minutes */
export const signInToPortal = async ({ url }, { organisation }) => {
	const { email, password } = await findAccount(organisation);
	const answer = await fetch(`${url}/${organisation}`, {
		method: "POST",
		headers: { origin: url },
		body: new URLSearchParams({ username: email, password }),
		redirect: "manual",
	});
	const cookies = answer.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(";")));
	if (answer.status !== 302 || cookies.length === 0) throw new Error(`The login answered ${answer.status}.`);
	return { cookie: [...cookies, "matricula-scripts=on"].join("; "), email, password };
};

/** Signs in like a client of the API. @returns the authorization header, valid for 15 minutes */
export const signInToApi = async ({ url }, { organisation }) => {
	const { email, password } = await findAccount(organisation);
	const answer = await fetch(`${url}/api/ums/login`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ organisation, username: email, password }),
	});
	if (!answer.ok) throw new Error(`The login answered ${answer.status}.`);
	const { accessToken } = await answer.json();
	return { authorization: `Bearer ${accessToken}` };
};

/** Creates API keys that may do what the user may. @returns the authorization header of each */
export const createApiKeys = async ({ url }, headers, count) => {
	const { allPermissions } = await import("#worker/contract/permissions");
	return Promise.all(
		Array.from({ length: count }, async (_, n) => {
			const answer = await fetch(`${url}/api/api-keys`, {
				method: "POST",
				headers: { ...headers, "content-type": "application/json" },
				body: JSON.stringify({ name: `Measured ${n + 1}`, privileges: allPermissions }),
			});
			if (!answer.ok) throw new Error(`POST /api-keys answered ${answer.status}: ${await answer.text()}`);
			const { key } = await answer.json();
			return { authorization: `Bearer ${key}` };
		}),
	);
};
